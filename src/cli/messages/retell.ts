import { createWords, type Language, type WordKey } from "./words.ts";
import { enHeard } from "./en-heard.ts";

interface Heard {
  readonly key: WordKey;
  readonly pattern: RegExp;
}

const HEARD: readonly Heard[] = Object.entries(enHeard).map(([key, sentence]) => ({
  key: key as WordKey,
  pattern: patternOf(sentence),
}));

/** What another room said for people, in English, in this language; as it is where nobody knows it. */
export function retell(said: string, language: Language): string {
  if (language === "en") return said;
  for (const { key, pattern } of HEARD) {
    const match = pattern.exec(said);
    if (match === null) continue;
    // What stands in a sentence may be a sentence, too.
    const values = Object.entries(match.groups ?? {}).map(([name, value]): [string, string] => [
      name,
      retell(value, language),
    ]);
    return createWords(language)(key, Object.fromEntries(values));
  }
  return said;
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{(\w+)\}/);
  const source = parts.map((part, place) =>
    place % 2 === 0 ? part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&") : `(?<${part}>.+?)`,
  );
  return new RegExp(`^${source.join("")}$`, "s");
}
