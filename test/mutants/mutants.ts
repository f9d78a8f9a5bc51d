/** A mistake that a person could make in the core, and that some test must notice. */
export interface Mutant {
  readonly name: string;
  /** Path from the root. */
  readonly file: string;
  /** What stands there: exactly once. */
  readonly text: string;
  readonly instead: string;
  /** What it would do to the people whose plan it is. */
  readonly matters: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: "age is ignored",
    file: "src/plan/model/order/ready-queue.ts",
    text: "return b.priority - a.priority || a.position - b.position;",
    instead: "return b.priority - a.priority;",
    matters: "Of two todos of one priority the younger may go first.",
  },
  {
    name: "the queue loses its order below the top",
    file: "src/plan/model/order/ready-queue.ts",
    text: "compareStartOrder(heap[right]!, heap[first]!) < 0",
    instead: "compareStartOrder(heap[right]!, heap[parent]!) < 0",
    matters: "In a wide plan a todo goes before one of a higher priority.",
  },
  {
    name: "a skipped dependency blocks",
    file: "src/plan/model/transitions.ts",
    text: 'return todo.status === "skipped" && !stopsDependents(todo);',
    instead: "return false;",
    matters: "A rejected todo keeps all that follows it from running.",
  },
  {
    name: "a dependency is lost",
    file: "src/plan/edits/plan-edits.ts",
    text: "changes.tool_params !== undefined || changes.input_data !== undefined",
    instead: "changes.input_data !== undefined",
    matters: "A todo that an edit lets use another's result does not wait for it.",
  },
  {
    name: "a circle is looked for in the old plan",
    file: "src/plan/edits/check-changes.ts",
    text: "findCycle([...after.values()])",
    instead: "findCycle(plan.state.todos)",
    matters: "An edit makes todos wait for each other for ever.",
  },
  {
    name: "one todo too many runs",
    file: "src/plan/settle.ts",
    text: "plan.running.size < plan.state.max_parallel",
    instead: "plan.running.size <= plan.state.max_parallel",
    matters: "The plan asks more of an outside system than its author allowed.",
  },
  {
    name: "a paused plan goes on",
    file: "src/plan/settle.ts",
    text: "if (plan.state.paused === null && goalIsPlanned(",
    instead: "if (goalIsPlanned(",
    matters: "Todos start although a person stopped the plan.",
  },
  {
    name: "an approval stands for other arguments",
    file: "src/plan/settle.ts",
    text: "approved_digest === approvalDigest(todo, resolved.input)",
    instead: 'approved_digest !== ""',
    matters: "What runs is not what the person approved.",
  },
  {
    name: "a cancel leaves a todo that asks",
    file: "src/plan/settle.ts",
    text: "    if (hasEnded(todo.status)) continue;\n    if (plan.running",
    instead:
      '    if (hasEnded(todo.status) || todo.status === "needs_approval") continue;\n    if (plan.running',
    matters: "A cancelled plan shows a todo that waits for a person for ever.",
  },
  {
    name: "a result is kept though its input changed",
    file: "src/plan/todos/startable.ts",
    text: "return givenDigestOf(plan, todo) === todo.kept_digest;",
    instead: "return givenDigestOf(plan, todo) !== null;",
    matters: "After a rerun the plan goes on with a result of the old input.",
  },
  {
    name: "a second decision wins",
    file: "src/plan/holds/hold-problems.ts",
    text: "if (deciding !== null)",
    instead: 'if (deciding?.decision === "reject")',
    matters: "Who comes second overrides who decided, unseen by both.",
  },
  {
    name: "a decision counts at the end of its time",
    file: "src/plan/holds/hold-problems.ts",
    text: "hold.deadline_at !== null && hold.deadline_at <= at",
    instead: "hold.deadline_at !== null && hold.deadline_at < at",
    matters: "Decision and timeout race, and which one wins depends on chance.",
  },
  {
    name: "an extended hold runs during a pause",
    file: "src/plan/holds/control-hold.ts",
    text: "? { deadline_at: null, remaining_ms: extended }",
    instead: "? { deadline_at: addMilliseconds(at, extended), remaining_ms: null }",
    matters: "A hold expires while nobody may decide it.",
  },
  {
    name: "an old run reports for a new one",
    file: "src/plan/decide.ts",
    text: "if (!isAtWork || todo.run !== report.run || todo.attempt !== report.attempt) {",
    instead: "if (!isAtWork || todo.attempt !== report.attempt) {",
    matters: "A todo that runs again completes with the result of its first run.",
  },
  {
    name: "commands are forgotten when the plan continues as new",
    file: "src/plan/apply.ts",
    text: "  plan.state.seen.push(seen);\n",
    instead: "",
    matters: "A message that is delivered twice acts twice.",
  },
  {
    name: "a frozen hold is lost when the plan continues as new",
    file: "src/plan/model/plan.ts",
    text: 'state.holds.filter((hold) => hold.status === "open")',
    instead: 'state.holds.filter((hold) => hold.status === "open" && hold.remaining_ms === null)',
    matters: "A hold that was open at a pause can never be decided again.",
  },
  {
    name: "an edit applies in part",
    file: "src/plan/edits/plan-edits.ts",
    text: "if (draft.mistakes.count > 0)",
    instead: "if (draft.mistakes.count === ops.length)",
    matters: "Half of what a person meant happens, and the plan is one that nobody wrote.",
  },
  {
    name: "a stale edit passes",
    file: "src/plan/edits/decide-edit.ts",
    text: "state.versions.filter(({ version }) => version > base)",
    instead: "state.versions.filter(({ version }) => version > base + 1)",
    matters: "An edit silently undoes another person's edit of the same todo.",
  },
  {
    name: "an undo leaves the settings",
    file: "src/plan/edits/versions.ts",
    text: "settings === null ? null : { before: settings.after, after: settings.before }",
    instead: "settings",
    matters: "An undo gives back another plan than the one before the edit.",
  },
  {
    name: "a fork keeps what came later",
    file: "src/plan/todos/earlier-ends.ts",
    text: "hasEnded(todo.status) && (todo.ended_seq ?? Infinity) <= seq",
    instead: "hasEnded(todo.status)",
    matters: "A fork of an earlier moment skips todos that had not run then.",
  },
];
