import fc from "fast-check";
import type { PlanState } from "../../../src/plan/model/state/state.ts";

/**
 * One operation, with numbers where it names todos: which these are is settled when it is sent, so
 * that most operations make sense for the plan as it is by then.
 */
export type Wish =
  | {
      readonly op: "add";
      readonly after: number;
      readonly waits: readonly number[];
      readonly blocks: readonly number[];
      readonly kind: "tool" | "plain" | "asks" | "human" | "optional";
      readonly named: number | null;
    }
  | { readonly op: "remove" | "move first" | "no approval" | "approval"; readonly pick: number }
  | { readonly op: "priority" | "input" | "title"; readonly pick: number; readonly n: number }
  | {
      readonly op: "move after" | "swap" | "wait" | "wait no more" | "refer";
      readonly pick: number;
      readonly other: number;
    }
  | { readonly op: "places"; readonly n: number }
  | { readonly op: "every todo"; readonly on: boolean };

const pick = fc.nat(19);
const n = fc.nat(3);

/** Operations of every kind; some name todos that are not there, make circles or change nothing. */
export const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("add" as const),
      after: pick,
      waits: fc.array(pick, { maxLength: 2 }),
      blocks: fc.array(pick, { maxLength: 1 }),
      kind: fc.constantFrom("tool", "plain", "asks", "human", "optional"),
      named: fc.option(n, { freq: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constantFrom("remove", "remove", "move first", "no approval", "approval"),
      pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constantFrom("priority", "input", "title"), pick, n }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constantFrom("move after", "swap", "wait", "wait no more"),
      pick,
      other: pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("refer" as const), pick, other: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("places" as const), n: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("every todo" as const), on: fc.boolean() }) },
);

export const wishes = fc.array(wish, { minLength: 1, maxLength: 3 });

/** An operation as a person would send it. */
export function toOp(state: PlanState, given: Wish): object {
  const idOf = (place: number): string => state.todos[place % state.todos.length]!.id;
  const modify = (place: number, changes: object) => ({
    edit_type: "modify_todo",
    target_id: idOf(place),
    params: { changes },
  });
  switch (given.op) {
    case "add":
      return {
        edit_type: "add_todo",
        params: {
          todo: {
            title: "Added",
            ...(given.named !== null && { id: `added_${given.named}` }),
            depends_on: given.waits.map(idOf),
            blocks: given.blocks.map(idOf),
            ...bodyOf(given.kind),
          },
          position: { after: idOf(given.after) },
        },
      };
    case "remove":
      return { edit_type: "remove_todo", target_id: idOf(given.pick) };
    case "move first":
      return { edit_type: "reorder", target_id: idOf(given.pick), params: { position: "first" } };
    case "move after":
      return {
        edit_type: "reorder",
        target_id: idOf(given.pick),
        params: { position: { after: idOf(given.other) } },
      };
    case "swap":
      return { edit_type: "reorder", params: { order: [idOf(given.pick), idOf(given.other)] } };
    case "approval":
    case "no approval":
      return modify(given.pick, { requires_approval: given.op === "approval" });
    case "priority":
      return {
        edit_type: "change_priority",
        target_id: idOf(given.pick),
        params: { priority: given.n },
      };
    case "input":
      return modify(given.pick, { tool_params: { changed: given.n } });
    case "title":
      return modify(given.pick, { title: `Title ${given.n}` });
    case "refer":
      return modify(given.pick, { input_data: { of: { $from: idOf(given.other) } } });
    case "wait":
    case "wait no more":
      return {
        edit_type: given.op === "wait" ? "add_dependency" : "remove_dependency",
        target_id: idOf(given.pick),
        params: { depends_on: idOf(given.other) },
      };
    case "places":
      return { edit_type: "modify_plan", params: { changes: { max_parallel: given.n } } };
    case "every todo": {
      const changes = { approval: given.on ? "every_todo" : "marked" };
      return { edit_type: "modify_plan", params: { changes } };
    }
  }
}

function bodyOf(kind: (Wish & { op: "add" })["kind"]): object {
  switch (kind) {
    case "plain":
      return {};
    case "human":
      return { input_request: { question: "What now?" } };
    case "asks":
      return { tool_name: "work", requires_approval: true };
    case "optional":
      return { tool_name: "work", optional: true };
    case "tool":
      return { tool_name: "work" };
  }
}
