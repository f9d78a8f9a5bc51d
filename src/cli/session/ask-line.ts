import { createInterface } from "node:readline/promises";
import { words } from "../messages/i18n.ts";
import { shown, talk } from "../terminal/output.ts";
import { usageError } from "./errors/cli-error.ts";

/** Whether what a person typed says yes, in either language. */
export const isYes = (typed: string): boolean => /^(?:y|yes|예|네|ㅇ)$/i.test(typed.trim());

/**
 * One line from the person, by the terminal's own editing, so that Hangul is composed as elsewhere.
 * @throws CliError when they leave instead.
 */
export async function askLine(question: string): Promise<string> {
  const leaving = new AbortController();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const leave = (): void => leaving.abort();
  lines.once("SIGINT", leave).once("close", leave);
  try {
    return await lines.question(shown(question), { signal: leaving.signal });
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
    talk("");
    throw usageError(words("given_up"));
  } finally {
    lines.close();
  }
}
