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
import { inexactScalar } from "../../contract/sentences/inexact-scalar.ts";
import { english, say, type Sentence } from "../../contract/sentences/sentence.ts";
import { placeOfMistake, yamlMistake } from "../../contract/sentences/yaml-mistake.ts";
import { LIMITS } from "../../contract/tables/limits.ts";

/** YAML costs a hundred times what JSON costs to read: above this many characters, send JSON. */
const MAX_CHARACTERS = 256 * 1024;

/** Why a text is no YAML that is read here. */
export class UnreadableYaml extends SyntaxError {
  readonly said: Sentence;

  constructor(said: Sentence) {
    super(english(said));
    this.said = said;
  }
}

/**
 * The value of a YAML text: one document, YAML 1.2 core types, no aliases, tags or repeated keys.
 * Its cost is bounded, whatever the text: depth is watched while reading, and the first mistake ends
 * it.
 * @throws UnreadableYaml that says what is wrong and where.
 */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_CHARACTERS) {
    throw new UnreadableYaml(say("json_only", { most: MAX_CHARACTERS }));
  }
  const lines = new LineCounter();
  const mistake: Mistake = (why, offset) => {
    const { line, col: column } = lines.linePos(offset);
    return new UnreadableYaml(say("yaml_broken", { why, line, column }));
  };
  // The library's own check of keys compares each with each.
  const composer = new Composer({ schema: "core", logLevel: "error", uniqueKeys: false });
  const documents = composer.compose(readTokens(text, lines, mistake), true, text.length);
  const document = documents.next().value!;
  const wrong = document.errors[0] ?? document.warnings[0];
  if (wrong !== undefined) {
    throw mistake(yamlMistake(wrong), placeOfMistake(wrong, new Lexer().lex(text)));
  }
  if (documents.next().done !== true) {
    throw mistake(say("several_documents"), document.range[2]);
  }
  visit(document, {
    Alias: (_, { source, range }) => {
      throw mistake(say("no_aliases", { name: source }), range?.[0] ?? 0);
    },
    Map: (_, map) => assertPlainKeys(map, mistake),
    Scalar: (_, scalar) => {
      const inexact = inexactScalar(scalar);
      if (inexact !== null) throw mistake(inexact, scalar.range?.[0] ?? 0);
    },
  });
  return document.toJS({ maxAliasCount: 0 });
}

type Mistake = (why: Sentence, offset: number) => UnreadableYaml;

function* readTokens(text: string, lines: LineCounter, mistake: Mistake): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield* checked(token);
    // What is open besides collections: the document, a pair, a scalar.
    if (parser.stack.length > LIMITS.json_depth + 4) {
      throw mistake(say("too_deep", { most: LIMITS.json_depth }), parser.offset);
    }
  }
  for (const token of parser.end()) yield* checked(token);

  function* checked(token: CST.Token): Generator<CST.Token> {
    if (token.type === "error") throw mistake(yamlMistake(token), token.offset);
    yield token;
  }
}

function assertPlainKeys(map: YAMLMap, mistake: Mistake): void {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (!isScalar(key)) throw mistake(say("key_is_text"), map.range?.[0] ?? 0);
    // As they stand in a JavaScript object: 1 and "1" are one key.
    const name = String((key.value as string | number | boolean | null) ?? "");
    if (seen.has(name)) throw mistake(say("key_twice", { name }), key.range?.[0] ?? 0);
    seen.add(name);
  }
}
