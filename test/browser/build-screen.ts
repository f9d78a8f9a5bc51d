import { inEnglish } from "../../src/contract/service/notices.ts";
import { openScreen } from "../../src/runtime/api/screen.ts";

/**
 * Builds the pages once, before files that run beside one another would each do so.
 * @throws Error with what the builder said.
 */
export async function setup(): Promise<void> {
  const told: string[] = [];
  const screen = await openScreen((said) => told.push(inEnglish(said)));
  if (screen === undefined) throw new Error(told.join("\n"));
}
