import type { PlanView } from "../../../src/contract/plan/plan.ts";
import type { Todo } from "../../../src/contract/plan/todo.ts";
import { referredBy, type SentOp } from "./plan-model.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** How many of the todos that wait are near enough to the front for everybody to change them. */
const BUSY = 30;
/** Names that clients give to new todos: few, so that two sometimes choose the same. */
const NAMES = 40;

/**
 * Up to three operations that make sense for a plan as a client sees it; by the time that they
 * arrive they may not. A few never made sense: they name a todo that runs or close a circle.
 * @param mark written into what the operations change, so that every edit leaves another plan.
 */
export function randomEdit(random: SeededRandom, seen: PlanView, mark: string): SentOp[] {
  const kinds = Array.from({ length: 1 + random.below(3) }, () => random.pick(KINDS));
  const ops = kinds.flatMap((kind) => kind(random, seen.todos, mark));
  return ops.length > 0 ? ops : settings(random, seen.todos, mark);
}

type Kind = (random: SeededRandom, todos: readonly Todo[], mark: string) => SentOp[];

const add: Kind = (random, todos, mark) => {
  const waits = [earlier(random, todos), earlier(random, todos)];
  const source = earlier(random, todos);
  return [
    {
      edit_type: "add_todo",
      params: {
        todo: {
          title: `Added by ${mark}`,
          ...(random.happens(0.6) && { id: `added_${random.below(NAMES)}` }),
          ...(random.happens(0.8)
            ? { tool_name: "work", tool_params: { mark } }
            : { kind: "milestone" }),
          ...(random.happens(0.3) && { input_data: { of: reference(source) } }),
          depends_on: random.happens(0.5) ? [...new Set(waits)] : [],
          blocks: random.happens(0.4) ? [waiting(random, todos)] : [],
          priority: random.below(11),
        },
        position: random.pick([
          "first",
          "last",
          { before: random.pick(todos).id },
          { after: random.pick(todos).id },
        ]),
      },
    },
  ];
};

const remove: Kind = (random, todos) => {
  const used = new Set(todos.flatMap(referredBy));
  const target_id = waiting(random, todos);
  return used.has(target_id) && random.happens(0.8)
    ? []
    : [{ edit_type: "remove_todo", target_id }];
};

const modify: Kind = (random, todos, mark) => {
  const target_id = waiting(random, todos);
  const { tool_params, input_data } = todos.find(({ id }) => id === target_id)!;
  const changes = random.pick([
    { title: `Renamed by ${mark}` },
    { tool_params: { ...tool_params, mark } },
    { tool_params: { ...tool_params, mark } },
    { input_data: { ...input_data, of: reference(earlier(random, todos)) } },
    { input_data: null },
    { depends_on: [...new Set([earlier(random, todos), earlier(random, todos)])] },
    { description: `Described by ${mark}`, tags: [mark.replaceAll(" ", "_")] },
    { timeout_seconds: random.pick([60, 120, 301]), max_retries: random.below(4) },
    { optional: random.happens(0.5), layer: mark },
    { requires_approval: random.happens(0.7) },
    { context: { mark }, priority: random.below(11) },
  ]);
  return [{ edit_type: "modify_todo", target_id, params: { changes } }];
};

const move: Kind = (random, todos) => {
  const target_id = random.happens(0.2) ? random.pick(todos).id : waiting(random, todos);
  const anchor = random.pick(todos.filter(({ id }) => id !== target_id)).id;
  const position = random.pick(["first", "last", { before: anchor }, { after: anchor }] as const);
  return [{ edit_type: "reorder", target_id, params: { position } }];
};

const share: Kind = (random, todos) => {
  const order = [...new Set([0, 1, 2].map(() => waiting(random, todos)))];
  return order.length < 2 ? [] : [{ edit_type: "reorder", params: { order } }];
};

const prioritise: Kind = (random, todos) => [
  {
    edit_type: "change_priority",
    target_id: waiting(random, todos),
    params: { priority: random.below(11) },
  },
];

/** Now and then for one that itself waits for this one: a circle. */
const wait: Kind = (random, todos) => {
  const target_id = waiting(random, todos);
  const { blocks } = todos.find(({ id }) => id === target_id)!;
  const depends_on =
    blocks.length > 0 && random.happens(0.25)
      ? random.pick(blocks)
      : random.happens(0.4)
        ? waiting(random, todos)
        : earlier(random, todos);
  return [{ edit_type: "add_dependency", target_id, params: { depends_on } }];
};

const waitNoMore: Kind = (random, todos) => {
  const chosen = waiting(random, todos);
  const target = todos.find(({ id }) => id === chosen)!;
  const free = target.depends_on.filter((id) => !referredBy(target).includes(id));
  if (free.length === 0) return [];
  const params = { depends_on: random.pick(free) };
  return [{ edit_type: "remove_dependency", target_id: target.id, params }];
};

const settings: Kind = (random, _todos, mark) => [
  {
    edit_type: "modify_plan",
    params: {
      changes: random.pick([
        { title: `Plan of ${mark}` },
        { description: `As ${mark} sees it`, tags: ["edited"] },
        { max_parallel: 6 + random.below(10) },
        { failure: { timeout: { action: "RETRY", max_retries: 1 + random.below(3) } } },
      ] as const),
    },
  },
];

/** Each as often as it is named. */
const KINDS: readonly Kind[] = [
  add,
  add,
  add,
  remove,
  modify,
  modify,
  modify,
  move,
  move,
  share,
  prioritise,
  prioritise,
  wait,
  wait,
  waitNoMore,
  waitNoMore,
  settings,
];

/** Mostly one that can still be changed, near the front, where the others edit as well. */
function waiting(random: SeededRandom, todos: readonly Todo[]): string {
  const open = todos.filter(({ status }) =>
    ["pending", "blocked", "needs_approval"].includes(status),
  );
  if (open.length === 0 || random.happens(0.04)) return random.pick(todos).id;
  return random.pick(random.happens(0.7) ? open.slice(0, BUSY) : open).id;
}

/** One that has ended or ends soon, so that waiting for it is seldom a circle. */
function earlier(random: SeededRandom, todos: readonly Todo[]): string {
  const ended = todos.filter(({ status }) => status === "completed" || status === "in_progress");
  return random.pick(ended.length > 0 && random.happens(0.8) ? ended : todos).id;
}

function reference(todoId: string) {
  return { $from: todoId, path: "/n", default: 0 };
}
