import type { EditOp, PlanChanges } from "../../contract/plan/edit.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { Plan } from "../model/plan.ts";
import type { EventBody, Judgement } from "../model/state/events.ts";
import type { LineState, ProposalHold } from "../model/state/hold.ts";
import { DESCRIBING } from "./check-changes.ts";
import { decideEdit } from "./decide-edit.ts";
import { changedFields } from "./versions.ts";

type Proposal = Pick<ProposalHold["proposal"], "base_version" | "lines" | "summary" | "cause">;

/** What stands in the history of a plan for lines that somebody, or its policy, has accepted. */
export interface Accepting {
  readonly by: string;
  readonly at: string;
}

/**
 * What lines of a proposal do to the plan as it is now: one new version, or nothing and why not. Every
 * line that does not fit is named, and those that would.
 * @param wanted numbers of lines; all of them when absent.
 */
export function lineEvents(
  plan: Plan,
  proposal: Proposal,
  wanted: readonly number[] | undefined,
  accepting: Accepting,
): Judgement {
  const unknown = unknownLine(proposal, wanted);
  if (unknown !== null) return { problem: unknown };
  const lines = linesWanted(proposal, wanted);
  const edited = edit(plan, proposal, lines, accepting);
  if ("problem" in edited) {
    const { problem } = misfits(plan, proposal, lines, edited.problem, accepting);
    return { problem };
  }
  return { events: [...edited.events, ...retried(plan, proposal, edited.events, accepting)] };
}

/** Why each of these lines does not fit the plan as it is now; those that fit are not in it. */
export function lineProblems(plan: Plan, proposal: Proposal, at: string): Map<number, Problem> {
  const lines = linesWanted(proposal, undefined);
  const all = edit(plan, proposal, lines, { by: "", at });
  if (!("problem" in all)) return new Map();
  return misfits(plan, proposal, lines, all.problem, { by: "", at }).problems;
}

function unknownLine(
  { lines }: Proposal,
  wanted: readonly number[] | undefined = [],
): Problem | null {
  const wrong = wanted.flatMap((line, place) => {
    const isTwice = wanted.indexOf(line) !== place;
    if (line <= lines.length && !isTwice) return [];
    const detail = isTwice
      ? say("line_twice", { line })
      : say("no_such_line", { count: lines.length, line });
    return [{ pointer: `/lines/${place}`, detail }];
  });
  const [first] = wrong;
  if (first === undefined) return null;
  const { detail } = first;
  return { code: "invalid_command", detail, hint: say("read_hold_again"), errors: wrong };
}

function linesWanted({ lines }: Proposal, wanted: readonly number[] | undefined): LineState[] {
  return lines.filter(({ line }) => wanted === undefined || wanted.includes(line));
}

function edit(
  plan: Plan,
  { base_version, summary }: Proposal,
  lines: readonly LineState[],
  { by, at }: Accepting,
) {
  const ops: EditOp[] = lines.map(({ operation }) => operation);
  const reason = [summary, ...lines.map((line) => line.reason)].find((words) => words !== "") ?? "";
  const command = { type: "edit", command_id: "", by, ops, base_version, reason } as const;
  return decideEdit(plan, command, {}, at);
}

/** Line after line, those that fit and why the others do not. @param whole why not all together. */
function misfits(
  plan: Plan,
  proposal: Proposal,
  lines: readonly LineState[],
  whole: Problem,
  accepting: Accepting,
): { problems: Map<number, Problem>; problem: Problem } {
  const kept: LineState[] = [];
  const problems = new Map<number, Problem>();
  for (const line of lines) {
    const tried = edit(plan, proposal, [...kept, line], accepting);
    if ("problem" in tried) problems.set(line.line, tried.problem);
    else kept.push(line);
  }
  const codes = new Set([...problems.values()].map(({ code }) => code));
  const { errors: _, hint: __, ...about } = whole;
  const hint: Sentence =
    kept.length === 0
      ? say("no_line_fits")
      : say("take_lines", { lines: kept.map(({ line }) => line).join(", ") });
  const problem: Problem = {
    ...about,
    code: codes.size === 1 ? ([...codes][0] ?? whole.code) : "invalid_edit",
    detail: say("lines_do_not_fit", { count: problems.size }),
    hint,
    errors: [...problems].flatMap(([line, one]) => mistakesOf(line, one)),
  };
  return { problems, problem };
}

/** What is wrong with a line; where each mistake is in its operation, each at its place there. */
function mistakesOf(line: number, { detail, errors = [] }: Problem): ProblemDetail[] {
  const pointer = `/lines/${line}`;
  const own = errors.flatMap((error) => {
    const within = /^\/ops\/\d+(.*)$/s.exec(error.pointer)?.[1];
    return within === undefined ? [] : [{ ...error, pointer: pointer + within }];
  });
  return own.length > 0 && own.length === errors.length ? own : [{ pointer, detail }];
}

/** A failed todo that the lines change is tried again: its change would mean nothing else. */
function retried(
  plan: Plan,
  { cause }: Proposal,
  events: readonly EventBody[],
  { by }: Accepting,
): EventBody[] {
  const todo = plan.todos.get(cause.todo_id ?? "");
  // What failed without a start comes back by itself, once nothing that it waits for is lost.
  if (todo?.status !== "failed" || todo.upstream_failed === true) return [];
  const isChanged = ({ todos }: PlanChanges): boolean =>
    todos.some(
      ({ todo_id, before, after }) =>
        todo_id === todo.id &&
        after !== null &&
        changedFields(before, after).some((field) => !DESCRIBING.has(field)),
    );
  return events.some((event) => event.type === "plan.edited" && isChanged(event.data.changes))
    ? [{ type: "todo.retried", by, todo_id: todo.id, data: {} }]
    : [];
}
