import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defineTool, secret } from "../../src/tools/define-tool.ts";

/** Each comes in by another way; no other text holds one. */
export const PLANTED = {
  created: "gruener-kanarienvogel-1",
  object: "gelber-kanarienvogel-2",
  edited: "roter-kanarienvogel-3",
  decided: "비밀카나리아새-열쇠말-4",
  answered: 'blauer "kanarienvogel" \\ 5',
  filled: "비밀양식에쓴카나리아-6",
  given: "schwarzer-kanarienvogel-7",
  template: "weisser-kanarienvogel-8",
  parameter: "brauner-kanarienvogel-9",
} as const;

/** What the tools got, by the todo that ran. */
export const received = new Map<string, unknown>();

/** A tool with secret arguments in all shapes, which tells what it got where it can. */
export const login = defineTool({
  name: "login",
  description: "Uses a token somewhere",
  input: z.strictObject({
    user: z.string(),
    token: secret(z.string().min(3)).optional(),
    headers: z.record(z.string(), secret(z.string())).optional(),
    account: secret(z.strictObject({ name: z.string(), pin: z.number() })).optional(),
    fail: z.boolean().optional(),
    tell: z.boolean().optional(),
  }),
  output: z.strictObject({ user: z.string(), echo: z.string() }),
  run(input, ctx) {
    received.set(ctx.todo_id, input);
    const { token = "", user } = input;
    if (input.tell === true) {
      ctx.progress(50, `with ${token}`);
      ctx.log.error(`logging in with ${token}`, { token, basic: btoa(`user:${token}`) });
    }
    if (input.fail === true) {
      const basic = Buffer.from(`user:${token}`).toString("base64");
      throw new Error(
        `401 for ${token}: ${JSON.stringify({ token })} Basic ${basic} ${encodeURIComponent(token)}`,
      );
    }
    return { user, echo: `hello ${token}` };
  },
});
/** A tool with a secret in its result. */
export const makeToken = defineTool({
  name: "make_token",
  description: "Makes a token",
  input: z.strictObject({}),
  output: z.strictObject({ id: z.string(), token: secret(z.string()) }),
  run: () => ({ id: "t-1", token: PLANTED.given }),
});

/** The forms in which programs write a text. */
function formsOf(text: string): string[] {
  const within = [0, 1, 2].map((before) =>
    Buffer.from("\0".repeat(before) + text)
      .toString("base64")
      .slice(before === 0 ? 0 : 4, -4),
  );
  const ascii = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[^\x20-\x7e]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const escaped = JSON.stringify(text).slice(1, -1);
  return [
    text,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    ascii,
    encodeURIComponent(text),
    ...within,
  ];
}

/** Which of the planted secrets are in a text or bytes, in any form. */
export function plantedIn(content: string | Uint8Array): string[] {
  const bytes = Buffer.from(content as string);
  return Object.entries(PLANTED)
    .filter(([, text]) => formsOf(text).some((form) => bytes.includes(form)))
    .map(([name]) => name);
}

/** Which are in files below a folder. */
export async function plantedBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    found.push(...plantedIn(await readFile(path)).map((name) => `${name} in ${entry.name}`));
  }
  return found;
}
