import { readFileSync } from "node:fs";

/** A prompt of Holdpoint's own: a file, whose version every call records. */
export interface Prompt {
  readonly name: string;
  readonly version: string;
  readonly text: string;
}

/** The prompt of this name. @throws Error when its file is not there or names no version. */
export function readPrompt(name: "planner" | "editor" | "reporter"): Prompt {
  const file = readFileSync(new URL(`prompts/${name}.md`, import.meta.url), "utf8");
  const [, version, text] = /^version: (\S+)\n([\s\S]+)$/.exec(file) ?? [];
  if (version === undefined || text === undefined) {
    throw new Error(`The prompt ${name} names no version.`);
  }
  return { name, version, text };
}
