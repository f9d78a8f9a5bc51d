import type { KnownAgents } from "../../contract/agent.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";

/** @throws Refusal `no_model` when no model is configured that could plan. */
export function assertModel(
  { models }: KnownAgents,
  detail: Sentence = say("no_model_for_goal"),
): void {
  if (models !== null) return;
  throw new Refusal({
    code: "no_model",
    detail,
    hint: say("configure_model"),
  });
}
