import { RawValue, type Payload } from "@temporalio/common";
import { currentUpdateInfo, setHandler, uuid4 } from "@temporalio/workflow";
import { MESSAGE_NAMES, type MessageName } from "../../contract/plan/commands.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import type { Problem } from "../../contract/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { apply } from "../../plan/apply.ts";
import { decide } from "../../plan/decide.ts";
import { addedBy, versionOf } from "../../plan/edits/versions.ts";
import {
  namedCommandId,
  toAgentReport,
  toCommand,
  toTodoReport,
  type Report,
} from "../../plan/model/commands.ts";
import { isLong } from "../../plan/model/long-todos.ts";
import type { Plan } from "../../plan/model/plan.ts";
import type { SeenCommand } from "../../plan/model/state/state.ts";
import { previewChange } from "../../plan/preview.ts";
import { settle } from "../../plan/settle.ts";
import { viewHold } from "../../plan/todos/flat-fields.ts";
import {
  createSignalReader,
  readPayload,
  readTaken,
  UNREAD_ARGUMENTS,
  valueIn,
  type Reading,
} from "../read-payload.ts";
import { refusal } from "../refusal.ts";
import * as messages from "../wire/messages.ts";
import type { FirstCommand } from "../wire/plan-start.ts";
import { answerQueries } from "./answer-queries.ts";
import { proofProblem } from "./check-proof.ts";
import type { Gate } from "./gate.ts";
import { isFromItsWorkflow } from "./line-word.ts";
import { takeReport } from "./take-report.ts";

type Answer = { receipt: Receipt } | { problem: Problem };

/** How often signals that came before the run's first task are tried: a flood must not take long. */
const EARLY_ROUNDS = 5;

const ABOUT_HOLDS: readonly MessageName[] = ["approval", "input", "control_hold"];
const isAboutHold = ({ name }: { readonly name: MessageName }): boolean =>
  ABOUT_HOLDS.includes(name);

type Parsed = ReturnType<typeof toCommand>;

interface Sent {
  readonly name: MessageName;
  readonly reading: Reading;
  readonly parsed: Parsed;
}

/**
 * Registers every message of a plan. Commands change the plan at once and set `inbox.changed`; the
 * workflow's loop then does what follows. Handlers await nothing but the gate.
 * @param first what reopens an ended plan: taken before all else.
 */
export function handleMessages(
  plan: Plan,
  { inbox, gate }: { readonly inbox: { changed: boolean }; readonly gate: Gate },
  now: () => string,
  first?: FirstCommand,
): void {
  // One that is refused does nothing: whoever sent it asks the plan again, and is told why.
  if (first !== undefined) {
    const reading = { value: first.command };
    take(proven(first.name, reading, first.proof) ?? parse(first.name, reading, uuid4()));
    // Whoever tells the plan something in the same moment finds it going on.
    settle(plan, now());
  }
  const readSignal = createSignalReader("signal");
  let early: Sent[] | null = [];
  for (const { name, signal } of messages.COMMANDS) {
    setHandler({ ...signal, typeInfo: UNREAD_ARGUMENTS }, (raw: unknown, proof?: unknown) => {
      const reading = readSignal(raw, proof);
      const parsed =
        proven(name, reading, valueIn(readPayload(proof))) ?? parse(name, reading, uuid4());
      const sent: Sent = { name, reading, parsed };
      if (early === null) void gate.pass(() => takeOrLog(sent));
      else early.push(sent);
    });
  }
  // The SDK hands on signals that came before the run's first task name by name and not in their
  // order. So what does not fit (a pause that followed a resume) is tried again after the others.
  for (let round = 0; round < EARLY_ROUNDS; round += 1) {
    early = early.filter((sent) => "problem" in take(sent.parsed));
  }
  early.forEach(takeOrLog);
  early = null;
  // The validator of an update has parsed what its handler takes, and asked for its proof; a replay
  // has no validators, and Temporal keeps no update that one refused.
  const updates = new WeakMap<Payload, Parsed>();
  // An update that came in the run's first task is handed on as soon as it has a handler. Nobody decides
  // before a hold is shown; all else finds the work that a plan begins with.
  for (const command of messages.COMMANDS.filter(isAboutHold)) takeUpdates(command);
  settle(plan, now(), false);
  for (const command of messages.COMMANDS.filter((each) => !isAboutHold(each))) {
    takeUpdates(command);
  }
  answerQueries(plan);
  setHandler(messages.previewQuery, (input) => {
    const name = MESSAGE_NAMES.find((word) => word === input?.message);
    if (name === undefined) return { problem: unknownMessage() };
    const judged = decideParsed(parse(name, { value: input.body }, "preview"));
    if ("problem" in judged) return judged;
    const events = "events" in judged.verdict ? judged.verdict.events : [];
    return { base_version: plan.state.version, ...previewChange(plan, events, now()) };
  });
  setHandler(messages.answerQuery, (input) => {
    const name = MESSAGE_NAMES.find((word) => word === input?.name);
    if (name === undefined) return null;
    const judged = decideParsed(parse(name, { value: input.command }, ""));
    if ("problem" in judged) return judged;
    const { verdict } = judged;
    return "repeats" in verdict ? { receipt: receiptOf(plan, verdict.repeats) } : null;
  });

  function takeUpdates({ name, update }: (typeof messages.COMMANDS)[number]): void {
    setHandler(
      { ...update, typeInfo: UNREAD_ARGUMENTS },
      (raw: unknown) => {
        const parsed = parseUpdate(name, raw, readTaken);
        return gate.pass(() => {
          const answer = take(parsed);
          if ("problem" in answer) throw refusal(answer.problem);
          return answer.receipt;
        });
      },
      {
        // Synchronous on purpose: the SDK drops the promise of an async validator.
        validator: (raw: unknown, proof?: unknown) => {
          const reading = readPayload(raw);
          const judged = decideParsed(
            proven(name, reading, valueIn(readPayload(proof))) ??
              parseUpdate(name, raw, () => reading),
          );
          if ("problem" in judged) throw refusal(judged.problem);
        },
      },
    );
  }

  function takeOrLog({ name, reading, parsed }: Sent): void {
    const answer = take(parsed);
    if (!("problem" in answer)) return;
    const { code, detail } = answer.problem;
    // Said again, or of no consequence: nobody was refused anything.
    if (code === "nothing_new") return;
    // An id that was made here tells nobody which command it was.
    const named = namedCommandId(valueIn(reading));
    const told = { command: name, code, detail, ...(named !== undefined && { command_id: named }) };
    apply(plan, { type: "command.refused", by: messages.UNNAMED, data: told }, now());
    // It made the history longer, too, and so may make it time to continue as new.
    inbox.changed = true;
  }

  /** Why the plan does not even look at a message: its API does not answer for it. */
  function proven(
    message: MessageName,
    reading: Reading,
    proof: unknown,
  ): { problem: Problem } | undefined {
    const sent = { message, command: valueIn(reading), proof };
    const problem = proofProblem(plan.state, sent, now());
    return problem === null ? undefined : { problem };
  }

  function parseUpdate(name: MessageName, raw: unknown, read: (raw: unknown) => Reading): Parsed {
    const payload = raw instanceof RawValue ? raw.payload : undefined;
    const known = payload === undefined ? undefined : updates.get(payload);
    if (known !== undefined) return known;
    const parsed = parse(name, read(raw), updateId());
    if (payload !== undefined) updates.set(payload, parsed);
    return parsed;
  }

  function decideParsed(parsed: Parsed) {
    if ("problem" in parsed) return parsed;
    const verdict = decide(plan, parsed.command, now());
    return "problem" in verdict ? verdict : { command: parsed.command, verdict };
  }

  function take(parsed: Parsed): Answer {
    // A deadline that is over has decided before what came after it, though its timer has yet to ring.
    if (takeReport(plan, { type: "time_passed" }, now())) inbox.changed = true;
    const judged = decideParsed(parsed);
    if ("problem" in judged) return judged;
    const { command, verdict } = judged;
    if ("events" in verdict) {
      const at = now();
      for (const body of verdict.events) apply(plan, body, at);
      // Commands of one workflow task come one after another, too: the next one finds the holds that
      // this one made stale. Starting is left to the loop.
      settle(plan, at, false);
    }
    inbox.changed = true;
    return { receipt: receiptOf(plan, plan.seen.get(command.command_id)!) };
  }
}

function parse(name: MessageName, reading: Reading, command_id: string): Parsed {
  if ("unreadable" in reading) return { problem: unreadable(name, reading.unreadable) };
  return toCommand(name, reading.value, { by: messages.UNNAMED, command_id, via: "temporal" });
}

function receiptOf(plan: Plan, seen: SeenCommand): Receipt {
  const hold = seen.hold_id === undefined ? undefined : plan.holds.get(seen.hold_id);
  const made = versionOf(plan.state, seen.seq);
  const added = made === undefined ? [] : addedBy(made);
  return {
    plan_id: plan.state.id,
    command_id: seen.command_id,
    seq: seen.seq,
    ...(hold !== undefined && { hold: viewHold(hold) }),
    ...(made !== undefined && { version: made.version }),
    ...(added.length > 0 && { added }),
  };
}

/**
 * Takes the reports of long todos; a report about any other todo is not believed, and where the plan
 * takes commands from its API only, nobody's but the todo's own workflow's: the first is noted.
 */
export function handleTodoReports(
  plan: Plan,
  report: (report: Report) => void,
  now: () => string,
): void {
  const readSignal = createSignalReader("report");
  let hasRefused = false;
  setHandler({ ...messages.todoReportSignal, typeInfo: UNREAD_ARGUMENTS }, (raw, beside) => {
    const reading = readSignal(raw, beside);
    if (!("value" in reading)) return;
    const news = toTodoReport(reading.value) ?? toAgentReport(reading.value);
    const todo = news === null ? undefined : plan.todos.get(news.todo_id);
    if (news === null || todo === undefined || !isLong(todo, todo.work.kind)) return;
    if (isFromItsWorkflow(plan.state, news, valueIn(readPayload(beside)))) return report(news);
    if (hasRefused) return;
    hasRefused = true;
    const { name: command } = messages.todoReportSignal;
    const detail = say("report_of_other", { id: todo.id });
    const told = { command, code: "unproven_command" as const, detail };
    apply(plan, { type: "command.refused", by: messages.UNNAMED, data: told }, now());
  });
}

function unknownMessage(): Problem {
  return {
    code: "invalid_command",
    detail: say("no_such_message"),
    hint: say("messages_are", { names: MESSAGE_NAMES.join(", ") }),
  };
}

function unreadable(name: MessageName, why: string): Problem {
  return {
    code: "invalid_command",
    detail: say("message_unreadable", { name, why }),
    hint: say("send_json"),
  };
}

function updateId(): string {
  return currentUpdateInfo()?.id ?? uuid4();
}
