import {
  Composer,
  isScalar,
  LineCounter,
  Parser,
  Lexer,
  visit,
  type CST,
  type YAMLMap,
} from "yaml";
import { LIMITS } from "../contract/vocabulary.ts";

/** YAML costs a hundred times what JSON costs to read: above this many characters, send JSON. */
const MOST_CHARACTERS = 1024 * 1024;

/**
 * The value of a YAML text: one document, YAML 1.2 core types, no aliases, tags or repeated keys.
 * Its cost is bounded, whatever the text: depth is watched while reading, and the first mistake ends
 * it.
 * @throws SyntaxError that says what is wrong and where.
 */
export function parseYaml(text: string): unknown {
  if (text.length > MOST_CHARACTERS) {
    throw new SyntaxError(
      `it has more than ${MOST_CHARACTERS} characters, which are read only of JSON`,
    );
  }
  const lines = new LineCounter();
  const mistake = (message: string, offset: number): SyntaxError => {
    const { line, col } = lines.linePos(offset);
    return new SyntaxError(`${message} (line ${line}, column ${col})`);
  };
  // The library's own check of keys compares each with each.
  const composer = new Composer({ schema: "core", logLevel: "error", uniqueKeys: false });
  const documents = composer.compose(readTokens(text, lines, mistake), true, text.length);
  const document = documents.next().value!;
  const wrong = document.errors[0] ?? document.warnings[0];
  if (wrong !== undefined) throw mistake(wrong.message, wrong.pos[0]);
  if (documents.next().done !== true) {
    throw mistake("it holds more than one document", document.range[2]);
  }
  visit(document, {
    Alias: (_, { source, range }) => {
      throw mistake(`write out what *${source} stands for: aliases are not read`, range?.[0] ?? 0);
    },
    Map: (_, map) => assertPlainKeys(map, mistake),
  });
  return document.toJS({ maxAliasCount: 0 });
}

type Mistake = (message: string, offset: number) => SyntaxError;

function* readTokens(text: string, lines: LineCounter, mistake: Mistake): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield* checked(token);
    // What is open besides collections: the document, a pair, a scalar.
    if (parser.stack.length > LIMITS.json_depth + 4) {
      throw mistake(`it is nested deeper than ${LIMITS.json_depth} levels`, parser.offset);
    }
  }
  for (const token of parser.end()) yield* checked(token);

  function* checked(token: CST.Token): Generator<CST.Token> {
    if (token.type === "error") throw mistake(token.message, token.offset);
    yield token;
  }
}

function assertPlainKeys(map: YAMLMap, mistake: Mistake): void {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (!isScalar(key)) throw mistake("a key must be a plain text", map.range?.[0] ?? 0);
    // As they stand in a JavaScript object: 1 and "1" are one key.
    const name = String((key.value as string | number | boolean | null) ?? "");
    if (seen.has(name)) throw mistake(`"${name}" stands twice in one object`, key.range?.[0] ?? 0);
    seen.add(name);
  }
}
