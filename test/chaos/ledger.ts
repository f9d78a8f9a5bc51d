import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { createProject } from "../cli/support/folders.ts";
import { LEDGER_TOOLS, readLedger, type LedgerEntry } from "./support/ledger-file.ts";

/** A user's folder whose tools keep a ledger of what they did. */
export interface LedgerProject {
  readonly folder: string;
  entries(): LedgerEntry[];
  effectsOf(todoId: string): LedgerEntry[];
  /** Lets a todo of the tool \`gate\` go on. */
  open(todoId: string): void;
  /** Waits until a worker runs the todo. */
  begun(todoId: string): Promise<void>;
}

export function createLedgerProject(): LedgerProject {
  const folder = createProject(LEDGER_TOOLS);
  const entries = (): LedgerEntry[] => readLedger(folder);
  return {
    folder,
    entries,
    effectsOf: (todoId) =>
      entries().filter(({ what, todo_id }) => what === "effect" && todo_id === todoId),
    open: (todoId) => writeFileSync(join(folder, `open-${todoId}`), ""),
    begun: (todoId) =>
      vi.waitFor(
        () => expect(entries()).toContainEqual(expect.objectContaining({ todo_id: todoId })),
        { timeout: 60_000, interval: 20 },
      ),
  };
}
