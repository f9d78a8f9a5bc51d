import { z } from "zod";
import type { Said, SaidValue } from "../sentences/catalog.ts";

/** Whether what was looked at is as it should be, cannot be seen or is not as safe as it could be, or has to be mended. */
const CHECK_STATUSES = ["ok", "warn", "fail"] as const;

/** Everything that a look at an installation may find something about. */
const CHECK_CODES = [
  "node",
  "encryption",
  "temporal_binary",
  "ports",
  "temporal_server",
  "search_attributes",
  "worker",
  "builds",
  "tools",
  "schedules",
  "plans",
  "proof_keys",
  "secret_keys",
  "clock",
  "artifacts",
  "models",
  "model_planner",
  "model_editor",
  "model_agent",
  "model_orchestrator",
  "model_reporter",
  "agents",
] as const;
type CheckCode = (typeof CHECK_CODES)[number];

/** Something of the installation that was looked at, in the caller's language. */
export const SystemCheckSchema = z.object({
  code: z.enum(CHECK_CODES),
  status: z.enum(CHECK_STATUSES),
  detail: z.string(),
  /** What mends it: a command to type on the machine. */
  fix: z.string().nullable(),
});
export type SystemCheck = z.infer<typeof SystemCheckSchema>;

export const SystemChecksSchema = z
  .object({ checks: z.array(SystemCheckSchema) })
  .meta({ id: "SystemChecks" });
export type SystemChecks = z.infer<typeof SystemChecksSchema>;

/** What a look at the installation found, before it is told. */
export interface FoundCheck {
  readonly name: CheckCode;
  readonly ok: boolean;
  readonly detail: SaidValue;
  /** What mends it: a command to type. Present whenever `ok` is false. */
  readonly fix?: string;
}

/** Findings that are no failure, and that somebody may want to change. */
const WARNINGS = new Set(["not_encrypted", "stuck_hidden", "clock_hidden", "tools_hidden"]);

/** What was found, as a status. */
export function statusOf({ ok, detail }: Pick<FoundCheck, "ok" | "detail">): SystemCheck["status"] {
  if (!ok) return "fail";
  const isWarning = typeof detail === "object" && detail !== null;
  return isWarning && WARNINGS.has((detail as Said).id) ? "warn" : "ok";
}
