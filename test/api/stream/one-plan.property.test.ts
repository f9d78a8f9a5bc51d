import fc from "fast-check";
import { expect, test } from "vitest";
import { MESSAGE_NAMES, type MessageName } from "../../../src/contract/plan/commands.ts";
import { Refusal } from "../../../src/contract/problems/problem-error.ts";
import { TODO_ACTIONS } from "../../../src/contract/tables/vocabulary.ts";
import { useApi } from "../../support/api-harness.ts";
import { declaredRoutes } from "../../support/declared-routes.ts";
import { openSocket, type OpenSocket } from "./support/open-socket.ts";
import { serveApi } from "./support/served-api.ts";

/*
 * No message that is addressed to one plan ever changes another, whatever it names: todos and holds of
 * the other plan, ids that both have, or ids that are whole in one plan and short in the other.
 */
const CASES = Number(process.env["CASES"] ?? 150);
const api = useApi();

/** What a message may name, with a plan of its own and another's. */
interface Names {
  readonly mine: string;
  readonly theirs: string;
  readonly todo: string;
  readonly hold: string;
  /** A hold of the plan that is addressed. */
  readonly ownHold: string;
}
type Body = object | string | null;

const op = (edit_type: string, more: object = {}) => ({ edit_type, ...more });
const edits = ({ todo }: Names): object[] => [
  op("modify_todo", { target_id: todo, params: { changes: { title: "다른 제목" } } }),
  op("add_todo", { params: { todo: { title: "새 할 일", depends_on: [todo] } } }),
  op("change_priority", { target_id: todo, params: { priority: 9 } }),
  op("reorder", { target_id: todo, params: { position: "first" } }),
];
const decisions: object[] = [
  { decision: "approve" },
  { decision: "edit", args: { text: "y" } },
  { decision: "answer", value: "엉뚱한 답" },
  { decision: "reject", reason: "아니요" },
];
const nothing = (): Body[] => [{}];

/** Bodies for every route whose address names a plan, by the route's name. */
const BODIES: Readonly<Record<string, (names: Names) => readonly Body[]>> = {
  s1ModifyStep: ({ todo }) => [{ step_id: todo, modifications: { priority: 7 } }],
  s1AddStep: ({ todo }) => [
    { agent_name: "echo", description: "단계", priority: 5, dependencies: [todo] },
  ],
  s1RemoveStep: () => [null],
  s1ApprovePlan: () => [{}, { approved: true }],
  s1Rollback: () => [{ checkpoint_id: "cp_1" }, { checkpoint_id: "cp_2" }],
  decideHold: () => decisions,
  extendHold: () => [{ seconds: 60 }],
  delegateHold: () => [{ to: "bob" }],
  revealHold: () => [{ pointer: "/args/text" }],
  withdrawHold: nothing,
  undoHold: nothing,
  revokeHold: nothing,
  lookAtHold: nothing,
  uploadFile: () => ["bytes"],
  addTodo: ({ theirs, todo }) => [{ title: "추가", plan_id: theirs, depends_on: [todo] }],
  changeTodo: () => [{ title: "바뀐 제목" }, { priority: 1 }],
  removeTodo: () => [null],
  editPlan: (names) => edits(names).map((edit) => ({ ops: [edit] })),
  undoEdit: nothing,
  rollBack: () => [{ version: 1 }, { checkpoint_id: "cp_1" }],
  controlTodo: nothing,
  registerSession: () => [{ session_id: "s1", assignee: "kim" }],
  deleteSession: () => [null],
  tellSessionEvent: () => [{ event: { type: "session.idle" } }],
  beatSession: nothing,
  claimForSession: nothing,
  acknowledgePrompt: () => [{ prompt_id: "s1.p1" }],
  proposeEdit: () => [{ instruction: "다른 제목" }],
  terminatePlan: nothing,
  replanPlan: () => [{ feedback: "엉뚱한 생각" }],
  claimTodo: nothing,
  releaseTodo: nothing,
  doneTodo: () => [{}, { note: "엉뚱한 일" }],
  cannotTodo: () => [{ reason: "엉뚱한 이유" }],
  pausePlan: () => [{}, { purpose: "edit" }],
  resumePlan: nothing,
  cancelPlan: nothing,
  archivePlan: nothing,
  unarchivePlan: nothing,
  acknowledgePlan: nothing,
  // It goes on, so this is refused: another plan would be gone.
  deletePlan: () => [null],
  forkPlan: ({ theirs }) => [{ id: theirs }],
};

/** What S0's socket takes, sent to the plan's own session. */
const said = (names: Names): object[] => [
  { type: "hitl_input_response", request_id: names.hold, value: "엉뚱한 답" },
  { type: "hitl_approval_response", todo_id: names.todo, action: "approve" },
  { type: "hitl_approval_response", todo_id: names.todo, action: "reject" },
  {
    type: "hitl_approval_response",
    todo_id: names.todo,
    request_id: names.hold,
    action: "approve",
  },
  { type: "hitl_plan_response", plan_id: names.theirs, action: "approve" },
  { type: "hitl_plan_response", plan_id: names.mine, action: "cancel" },
  ...edits(names).map((edit) => ({
    type: "hitl_plan_response",
    plan_id: names.mine,
    action: "edit",
    edits: [edit],
  })),
  { type: "hitl_control", session_id: names.theirs, command: "pause" },
  { type: "hitl_control", command: "pause" },
  { type: "hitl_control", command: "resume" },
];

const commands = ({ mine, ownHold, ...names }: Names): object[] => [
  ...decisions.map((data) => ({ command: "decision", hold_id: ownHold, data })),
  { command: "answer", hold_id: ownHold, data: { value: "엉뚱한 답" } },
  { command: "pause", plan_id: mine, data: { plan_id: names.theirs } },
  { command: "resume", plan_id: mine, data: {} },
  ...edits({ mine, ownHold, ...names }).map((edit) => ({
    command: "edit",
    plan_id: mine,
    data: { ops: [edit] },
  })),
];

/** Messages as anybody who reaches Temporal sends them to a plan's workflow. */
const MESSAGES: Readonly<Record<MessageName, (names: Names) => readonly object[]>> = {
  approval: ({ hold, todo }) =>
    [{ hold_id: hold }, { todo_id: todo }].map((about) => ({ ...about, decision: "approve" })),
  input: ({ hold }) => [{ hold_id: hold, value: "엉뚱한 답" }, { value: "엉뚱한 답" }],
  pause: () => [{}],
  resume: () => [{}],
  cancel: () => [{}],
  archive: () => [{}],
  unarchive: () => [{}],
  acknowledge: () => [{}],
  edit: (names) => edits(names).map((edit) => ({ ops: [edit] })),
  replan: () => [{ feedback: "엉뚱한 말" }],
  undo: () => [{}],
  rollback: () => [{ version: 1 }],
  claim: ({ todo }) => [{ todo_id: todo }],
  release: ({ todo }) => [{ todo_id: todo }],
  done: ({ todo }) => [{ todo_id: todo, note: "엉뚱한 일" }],
  cannot: ({ todo }) => [{ todo_id: todo, reason: "엉뚱한 이유" }],
  control_todo: ({ todo }) => TODO_ACTIONS.map((action) => ({ todo_id: todo, action })),
  control_hold: ({ hold }) => [
    { hold_id: hold, action: "extend", seconds: 60 },
    { hold_id: hold, action: "withdraw" },
  ],
  register_session: () => [{ session_id: "s1", assignee: "coder" }],
  claim_next: () => [{ session_id: "s1" }],
  heartbeat: () => [{ session_id: "s1" }],
  session_event: () => [{ session_id: "s1", event: { type: "session.idle" } }],
  ack_prompt: () => [{ session_id: "s1", prompt_id: "s1.p1" }],
};

const message = fc.record({
  way: fc.constantFrom("http", "hitl", "socket", "temporal"),
  which: fc.nat(),
  variant: fc.nat(),
  todo: fc.constantFrom("mail", "question", "work", "mine-only", "theirs-only"),
  hold: fc.constantFrom("theirs", "theirs", "mine", "short"),
  number: fc.integer({ min: 1, max: 4 }),
  action: fc.constantFrom(...TODO_ACTIONS),
});
type Message = typeof message extends fc.Arbitrary<infer Value> ? Value : never;

const waits = (only: string) => ({
  title: only,
  todos: [
    {
      id: "mail",
      title: "메일",
      requires_approval: true,
      tool_name: "echo",
      tool_params: { text: "x" },
    },
    { id: "question", title: "질문", input_request: { question: "언제?" } },
    { id: "work", title: "사람이 하는 일" },
    { id: only, title: only, input_request: { question: "누가?" } },
  ],
});

test(
  "no message addressed to one plan ever changes another",
  // Each case is a request and a look.
  { timeout: Math.max(240_000, 400 * CASES) },
  async ({ task }) => {
    const routes = declaredRoutes(api().deps).filter(
      ({ at }) => !at.startsWith("GET") && /:(plan|session|hold)_id/.test(at),
    );
    const unsampled = routes.map(({ id }) => id).filter((id) => BODIES[id] === undefined);
    expect(unsampled, "routes without a sample").toEqual([]);
    const theirs = await api().create(waits("theirs-only"));
    await api().untilHolds(theirs.id, 3);
    const look = async () => (await api().request("GET", `/v1/plans/${theirs.id}`)).text();
    const before = await look();
    const { url } = await serveApi(api().deps);
    const socket = await openSocket(`${url}/v1/ws`, ["holdpoint.v1"]);
    let mine = "";
    let session: OpenSocket | undefined;
    let taken = 0;
    let cases = 0;

    /** A plan to address: another one when the last has ended. */
    async function addressed(): Promise<string> {
      const plan =
        mine === ""
          ? undefined
          : await api().get<{ completed_at: string | null }>(`/v1/plans/${mine}`);
      if (plan?.completed_at !== null) {
        session?.close();
        mine = (await api().create(waits("mine-only"))).id;
        await api().untilHolds(mine, 3);
        session = await openSocket(`${url}/ws/${mine}`);
      }
      return mine;
    }

    async function isTaken(picked: Message, names: Names): Promise<boolean> {
      const { which, variant } = picked;
      const pick = <Value>(all: readonly Value[], by: number): Value => all[by % all.length]!;
      switch (picked.way) {
        case "http": {
          const { at, id } = pick(routes, which);
          const [method = "", path = ""] = at.split(" ");
          const address = path
            .replace(/:(plan|session)_id/, names.mine)
            .replace(":hold_id", names.ownHold)
            .replace(/:(todo|step)_id/, names.todo)
            .replace(":action", picked.action);
          const body = pick(BODIES[id]!(names), variant);
          const type = typeof body === "string" ? "application/octet-stream" : "application/json";
          const response = await api().request(method, address, {
            ...(body !== null && {
              body: typeof body === "string" ? body : JSON.stringify(body),
              headers: { "content-type": type },
            }),
          });
          return response.ok;
        }
        case "hitl": {
          const sent = pick(said(names), which);
          const command_id = `case-${cases}`;
          session!.send({ session_id: names.mine, command_id, ...sent });
          const answer = await session!.until(
            ({ data }) => (data as { command_id?: string } | null)?.command_id === command_id,
          );
          return "receipt" in (answer["data"] as object);
        }
        case "socket": {
          const answer = await socket.ask({ type: "command", ...pick(commands(names), which) });
          return answer.type === "ack";
        }
        case "temporal": {
          const name = pick(MESSAGE_NAMES, which);
          const sent = { command_id: `case-${cases}`, by: "tester" };
          const command = { ...pick(MESSAGES[name](names), variant), ...sent };
          return api()
            .deps.plans.send(names.mine, name, command as never)
            .then(
              () => true,
              (error: unknown) => {
                if (error instanceof Refusal) return false;
                throw error;
              },
            );
        }
      }
    }

    await fc.assert(
      fc.asyncProperty(message, async (picked) => {
        cases += 1;
        const plan = await addressed();
        const short = `h${picked.number}`;
        const holds = { theirs: `${theirs.id}.${short}`, mine: `${plan}.${short}`, short };
        const names: Names = {
          mine: plan,
          theirs: theirs.id,
          todo: picked.todo,
          hold: holds[picked.hold],
          ownHold: holds.mine,
        };
        if (await isTaken(picked, names)) taken += 1;
        expect(await look()).toBe(before);
      }),
      { numRuns: CASES },
    );
    Object.assign(task.meta, { cases });
    // A property of refusals alone would prove nothing.
    expect(taken).toBeGreaterThan(CASES / 20);
  },
);
