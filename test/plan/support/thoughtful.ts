import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import type { Json, JsonObject } from "../../../src/contract/text.ts";
import { effects, type Thinking } from "../../../src/plan/effects.ts";
import type { ThoughtAnswer } from "../../../src/plan/model/state/thought.ts";
import { Drive, newState, planOf } from "./drive.ts";

const usage = { input_tokens: 10, output_tokens: 5, cost_usd: 0.01 };
const call = {
  role: "editor",
  prompt: { name: "editor", version: "1" },
  model: "m",
  usage,
} as const;
const offer = {
  tools: ["work", "fetch", "pay"],
  agents: ["writer", "reckless"],
  teams: [],
  unasked: ["reckless"],
};

/** A plan that a model is asked about. */
export function thoughtful(
  todos: Parameters<typeof planOf>[0],
  settings?: Partial<NewPlanInput>,
): Drive {
  const drive = new Drive(newState(planOf(todos, settings)));
  drive.hasModel = true;
  return drive;
}

type Replan = Thinking & { about: "replan" };

export function asked({ plan }: Drive): Replan {
  const { thinking } = effects(plan);
  if (thinking?.about !== "replan") throw new Error("No model is asked.");
  return thinking;
}

export function answers(drive: Drive, read: ThoughtAnswer["read"], text = "{}"): void {
  const { turn, input } = asked(drive);
  const answer: ThoughtAnswer = { call, text, read };
  drive.report({
    type: "replanned",
    turn,
    answer,
    offer,
    mistakes: [],
    base_version: input.version,
  });
}

/** The model proposes these operations. */
export function proposes(drive: Drive, edits: readonly JsonObject[], summary = "Better so."): void {
  const data = { summary, edits: edits.map((edit) => ({ reason: "It helps.", ...edit })) };
  answers(drive, { data: data as unknown as Json });
}

export const proposal = (drive: Drive) => {
  const [hold] = [...drive.plan.proposals.values()];
  if (hold === undefined) throw new Error("Nothing is proposed.");
  return hold;
};
export const decide = (drive: Drive, body: object): void => {
  drive.accept("approval", { hold_id: proposal(drive).id, ...body });
};
export const add = (id: string, more: JsonObject = {}): JsonObject => ({
  edit_type: "add_todo",
  params: { todo: { id, title: id, tool_name: "work", ...more } },
});
export const priority = (id: string, to: number): JsonObject => ({
  edit_type: "change_priority",
  target_id: id,
  params: { priority: to },
});
export const types = (drive: Drive): string[] =>
  drive.plan.state.events.map(({ type }) => type).filter((type) => type.startsWith("plan.replan"));
const REPLAN = { validation_error: { action: "REPLAN" } } as const;

/** `a` has failed for good, `b` waits for it. */
export function failed(settings: Partial<NewPlanInput> = {}): Drive {
  const drive = thoughtful(["a", { id: "b", depends_on: ["a"] }], { failure: REPLAN, ...settings });
  drive.fail("a", "validation_error", "no such page");
  return drive;
}
