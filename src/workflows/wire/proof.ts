import type { MessageName } from "../../contract/plan/commands.ts";
import { digestOf } from "../../plan/model/digest.ts";

/** What plans, templates and agents are told: all take the same proofs. */
export type ProvenMessage =
  | MessageName
  | "save_template"
  | "delete_template"
  | "save_agent"
  | "delete_agent";

/** A command, and where it goes: what a proof is about. */
export interface Proven {
  /** Temporal's namespace: another one may have a plan with the same id. */
  readonly namespace: string;
  /** Or the id of the workflow of a template or an agent. */
  readonly plan_id: string;
  readonly message: ProvenMessage;
  /** As JSON: with who sends it, their roles and its id. */
  readonly command: unknown;
  /** When it was sent. */
  readonly at: string;
}

/** What is signed: it stands for this command to this plan at this moment, and for nothing else. */
export function provenText({ namespace, plan_id, message, command, at }: Proven): string {
  return `holdpoint command 1\n${digestOf({ namespace, plan_id, message, command, at })}`;
}
