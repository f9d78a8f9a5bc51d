import { RawValue, type Payload } from "@temporalio/common";
import { currentUpdateInfo, defineQuery, setHandler, uuid4 } from "@temporalio/workflow";
import type { MessageName } from "../../contract/plan/commands.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { apply } from "../../plan/apply.ts";
import {
  namedCommandId,
  toAgentReport,
  toTodoReport,
  type Report,
} from "../../plan/model/commands.ts";
import { isLong } from "../../plan/model/long-todos.ts";
import type { Plan } from "../../plan/model/plan.ts";
import { settle } from "../../plan/settle.ts";
import {
  createSignalReader,
  passing,
  readPayload,
  readTaken,
  UNREAD_ARGUMENTS,
  valueIn,
  type Reading,
} from "../read-payload.ts";
import { refusal } from "../refusal.ts";
import { answersOf } from "../wire/answers.ts";
import {
  judgeMessage,
  judgementsOf,
  parseMessage,
  receiptOf,
  type ParsedMessage,
} from "../wire/judge-message.ts";
import * as messages from "../wire/messages.ts";
import type { FirstCommand } from "../wire/plan-start.ts";
import { proofProblem } from "./check-proof.ts";
import type { Gate } from "./gate.ts";
import { isFromItsWorkflow } from "./line-word.ts";
import type { RunRoom } from "./run-room.ts";
import { takeReport } from "./take-report.ts";

type Answer = { receipt: Receipt } | { problem: Problem };

/** How often signals that came before the run's first task are tried: a flood must not take long. */
const EARLY_ROUNDS = 5;

const ABOUT_HOLDS: readonly MessageName[] = ["approval", "input", "control_hold"];
const isAboutHold = ({ name }: { readonly name: MessageName }): boolean =>
  ABOUT_HOLDS.includes(name);

const FULL: Problem = {
  code: "rate_limited",
  detail: say("run_full"),
  hint: say("repeat_after_run"),
};

const TOO_LARGE: Problem = {
  code: "invalid_edit",
  detail: say("plan_too_large", { most: LIMITS.plan_bytes }),
  hint: say("large_elsewhere"),
};

interface Sent {
  readonly name: MessageName;
  readonly reading: Reading;
  readonly parsed: ParsedMessage;
  readonly isTooLarge: boolean;
}

/**
 * Registers every message of a plan. Commands change the plan at once and set `inbox.changed`; the
 * workflow's loop then does what follows. Handlers await nothing but the gate.
 * @param room what updates have to wait for the next run by.
 * @param first what reopens an ended plan: taken before all else.
 */
export function handleMessages(
  plan: Plan,
  {
    inbox,
    gate,
    room,
  }: { readonly inbox: { changed: boolean }; readonly gate: Gate; readonly room: RunRoom },
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
      const isTooLarge = room.isTooLarge(name, raw, "signal");
      // What is missing now, a replay may find.
      if ("value" in reading) room.took(raw, "signal");
      const parsed =
        proven(name, reading, valueIn(readPayload(proof))) ?? parse(name, reading, uuid4());
      const sent: Sent = { name, reading, parsed, isTooLarge };
      if (early === null) void gate.pass(() => takeOrLog(sent));
      else early.push(sent);
    });
  }
  // The SDK hands on signals that came before the run's first task name by name and not in their
  // order. So what does not fit (a pause that followed a resume) is tried again after the others.
  for (let round = 0; round < EARLY_ROUNDS; round += 1) {
    early = early.filter((sent) => "problem" in take(sent.parsed, sent.isTooLarge));
  }
  early.forEach(takeOrLog);
  early = null;
  // The validator of an update has parsed what its handler takes, and asked for its proof; a replay
  // has no validators, and Temporal keeps no update that one refused.
  const updates = new WeakMap<Payload, ParsedMessage>();
  // An update that came in the run's first task is handed on as soon as it has a handler. Nobody decides
  // before a hold is shown; all else finds the work that a plan begins with.
  for (const command of messages.COMMANDS.filter(isAboutHold)) takeUpdates(command);
  settle(plan, now(), false);
  for (const command of messages.COMMANDS.filter((each) => !isAboutHold(each))) {
    takeUpdates(command);
  }
  for (const [name, of] of answersOf(plan, now)) {
    setHandler(defineQuery(name), (...args: never[]) => passing(of(...args)));
  }
  for (const [name, of] of judgementsOf(plan, now)) setHandler(defineQuery(name), of);

  function takeUpdates({ name, update }: (typeof messages.COMMANDS)[number]): void {
    setHandler(
      { ...update, typeInfo: UNREAD_ARGUMENTS },
      (raw: unknown) => {
        const parsed = parseUpdate(name, raw, readTaken);
        room.took(raw, "update");
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
          const parsed =
            proven(name, reading, valueIn(readPayload(proof))) ??
            parseUpdate(name, raw, () => reading);
          const judged = judgeMessage(plan, parsed, now());
          if ("problem" in judged) throw refusal(judged.problem);
          if (room.isFull(name)) throw refusal(FULL);
          if ("events" in judged.verdict && room.isTooLarge(name, raw, "update")) {
            throw refusal(TOO_LARGE);
          }
        },
      },
    );
  }

  function takeOrLog({ name, reading, parsed, isTooLarge }: Sent): void {
    const answer = take(parsed, isTooLarge);
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

  function parseUpdate(
    name: MessageName,
    raw: unknown,
    read: (raw: unknown) => Reading,
  ): ParsedMessage {
    const payload = raw instanceof RawValue ? raw.payload : undefined;
    const known = payload === undefined ? undefined : updates.get(payload);
    if (known !== undefined) return known;
    const parsed = parse(name, read(raw), updateId());
    if (payload !== undefined) updates.set(payload, parsed);
    return parsed;
  }

  function take(parsed: ParsedMessage, isTooLarge = false): Answer {
    // A deadline that is over has decided before what came after it, though its timer has yet to ring. But a "no" is
    // heard before time starts anything.
    if (!isRejection(parsed) && takeReport(plan, { type: "time_passed" }, now())) {
      inbox.changed = true;
    }
    const judged = judgeMessage(plan, parsed, now());
    if ("problem" in judged) return judged;
    const { command, verdict } = judged;
    if ("events" in verdict) {
      if (isTooLarge) return { problem: TOO_LARGE };
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

function isRejection(parsed: ParsedMessage): boolean {
  if (!("command" in parsed)) return false;
  const { command } = parsed;
  return command.type === "approval" && command.decision === "reject";
}

function parse(name: MessageName, reading: Reading, command_id: string): ParsedMessage {
  if ("unreadable" in reading) return { problem: unreadable(name, reading.unreadable) };
  return parseMessage(name, reading.value, command_id);
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
    if (news === null || todo === undefined) return;
    // What an agent said is kept once it has stopped, and what it used counts, also where a person does its todo by then.
    const isOfAgent = news.type === "agent_kept" || news.type === "agent_turn";
    const isLate = isOfAgent && todo.agent !== null;
    if (!isLong(todo) && !isLate) return;
    if (isFromItsWorkflow(plan.state, news, valueIn(readPayload(beside)))) return report(news);
    if (hasRefused) return;
    hasRefused = true;
    const { name: command } = messages.todoReportSignal;
    const detail = say("report_of_other", { id: todo.id });
    const told = { command, code: "unproven_command" as const, detail };
    apply(plan, { type: "command.refused", by: messages.UNNAMED, data: told }, now());
  });
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
