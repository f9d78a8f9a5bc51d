import { ApplicationFailure, currentUpdateInfo, setHandler, uuid4 } from "@temporalio/workflow";
import type { SignalDefinition, UpdateDefinition } from "@temporalio/common";
import type { Receipt } from "../contract/plan.ts";
import type { Problem } from "../contract/problem.ts";
import { apply } from "../plan/apply.ts";
import {
  MESSAGE_NAMES,
  namedCommandId,
  toCommand,
  toTodoReport,
  type MessageName,
  type Report,
} from "../plan/commands.ts";
import { isLong } from "../plan/effects.ts";
import { decide, record } from "../plan/decide.ts";
import type { Plan } from "../plan/plan.ts";
import { previewChange } from "../plan/preview.ts";
import { settle } from "../plan/settle.ts";
import type { SeenCommand } from "../plan/state.ts";
import { addedBy } from "../plan/versions.ts";
import * as messages from "./messages.ts";
import { answerQueries } from "./answer-queries.ts";
import {
  createSignalReader,
  readPayload,
  readTaken,
  UNREAD_ARGUMENTS,
  type Reading,
} from "./read-payload.ts";

const COMMANDS: readonly {
  name: MessageName;
  update: UpdateDefinition<Receipt, [unknown]>;
  signal: SignalDefinition<[unknown]>;
}[] = [
  { name: "approval", update: messages.approvalUpdate, signal: messages.approvalSignal },
  { name: "input", update: messages.inputUpdate, signal: messages.inputSignal },
  { name: "pause", update: messages.pauseUpdate, signal: messages.pauseSignal },
  { name: "resume", update: messages.resumeUpdate, signal: messages.resumeSignal },
  { name: "cancel", update: messages.cancelUpdate, signal: messages.cancelSignal },
  { name: "edit", update: messages.editUpdate, signal: messages.editSignal },
  { name: "undo", update: messages.undoUpdate, signal: messages.undoSignal },
  { name: "rollback", update: messages.rollbackUpdate, signal: messages.rollbackSignal },
  { name: "control_todo", update: messages.controlTodoUpdate, signal: messages.controlTodoSignal },
  { name: "control_hold", update: messages.controlHoldUpdate, signal: messages.controlHoldSignal },
];

/** Who sends when a message from Temporal UI or its CLI names nobody. */
const UNNAMED = "temporal";

type Answer = { receipt: Receipt } | { problem: Problem };

/** How often signals that came before the run's first task are tried: a flood must not take long. */
const EARLY_ROUNDS = 5;

interface Sent {
  readonly name: MessageName;
  readonly reading: Reading;
  readonly command_id: string;
}

/**
 * Registers every message of a plan. Commands change the plan at once and set `inbox.changed`; the
 * workflow's loop then does what follows. Handlers never await, so they finish in their activation.
 */
export function handleMessages(plan: Plan, inbox: { changed: boolean }, now: () => string): void {
  const readSignal = createSignalReader("signal");
  let early: Sent[] | null = [];
  for (const { name, update, signal } of COMMANDS) {
    setHandler(
      { ...update, typeInfo: UNREAD_ARGUMENTS },
      (raw) => {
        const answer = take(name, readTaken(raw), updateId());
        if ("problem" in answer) throw refusal(answer.problem);
        return answer.receipt;
      },
      {
        // Synchronous on purpose: the SDK drops the promise of an async validator.
        validator: (raw) => {
          const judged = judge(name, readPayload(raw), updateId());
          if ("problem" in judged) throw refusal(judged.problem);
        },
      },
    );
    setHandler({ ...signal, typeInfo: UNREAD_ARGUMENTS }, (raw) => {
      const sent: Sent = { name, reading: readSignal(raw), command_id: uuid4() };
      if (early === null) takeOrLog(sent);
      else early.push(sent);
    });
  }
  // The SDK hands on signals that came before the run's first task name by name and not in their
  // order. So what does not fit (a pause that followed a resume) is tried again after the others.
  for (let round = 0; round < EARLY_ROUNDS; round += 1) {
    early = early.filter((sent) => "problem" in take(sent.name, sent.reading, sent.command_id));
  }
  early.forEach(takeOrLog);
  early = null;
  answerQueries(plan);
  setHandler(messages.previewQuery, (input) => {
    const name = MESSAGE_NAMES.find((word) => word === input?.message);
    if (name === undefined) return { problem: unknownMessage() };
    const judged = judge(name, { value: input.body }, "preview");
    if ("problem" in judged) return judged;
    const events = "events" in judged.verdict ? judged.verdict.events : [];
    return previewChange(plan, events, now());
  });
  setHandler(messages.answerQuery, (input) => {
    const known = COMMANDS.find(({ name }) => name === input?.name);
    if (known === undefined) return null;
    const judged = judge(known.name, { value: input.command }, "");
    if ("problem" in judged) return judged;
    const { verdict } = judged;
    return "repeats" in verdict ? { receipt: receiptOf(plan, verdict.repeats) } : null;
  });

  function takeOrLog({ name, reading, command_id }: Sent): void {
    const answer = take(name, reading, command_id);
    if (!("problem" in answer)) return;
    const { code, detail } = answer.problem;
    // An id that was made here tells nobody which command it was.
    const named = "value" in reading ? namedCommandId(reading.value) : undefined;
    const told = { command: name, code, detail, ...(named !== undefined && { command_id: named }) };
    apply(plan, { type: "command.refused", by: UNNAMED, data: told }, now());
    // It made the history longer, too, and so may make it time to continue as new.
    inbox.changed = true;
  }

  function judge(name: MessageName, reading: Reading, commandId: string) {
    if ("unreadable" in reading) return { problem: unreadable(name, reading.unreadable) };
    const parsed = toCommand(name, reading.value, { by: UNNAMED, command_id: commandId });
    if ("problem" in parsed) return parsed;
    const verdict = decide(plan, parsed.command, now());
    return "problem" in verdict ? verdict : { command: parsed.command, verdict };
  }

  function take(name: MessageName, reading: Reading, commandId: string): Answer {
    // A deadline that is over has decided before what came after it, though its timer has yet to ring.
    const moment = now();
    for (const body of record(plan, { type: "time_passed" }, moment)) {
      apply(plan, body, moment);
      inbox.changed = true;
    }
    const judged = judge(name, reading, commandId);
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

function receiptOf(plan: Plan, seen: SeenCommand): Receipt {
  const hold = seen.hold_id === undefined ? undefined : plan.holds.get(seen.hold_id);
  const added = addedBy(plan.state, seen.seq);
  return {
    plan_id: plan.state.id,
    command_id: seen.command_id,
    seq: seen.seq,
    ...(hold !== undefined && { hold }),
    ...(added.length > 0 && { added }),
  };
}

/** Takes the reports of long todos; a report about any other todo is not believed. */
export function handleTodoReports(plan: Plan, report: (report: Report) => void): void {
  const readSignal = createSignalReader("report");
  setHandler({ ...messages.todoReportSignal, typeInfo: UNREAD_ARGUMENTS }, (raw) => {
    const reading = readSignal(raw);
    const news = "value" in reading ? toTodoReport(reading.value) : null;
    const todo = news === null ? undefined : plan.todos.get(news.todo_id);
    if (news !== null && todo !== undefined && isLong(todo)) report(news);
  });
}

function unknownMessage(): Problem {
  return {
    code: "invalid_command",
    detail: "There is no such message.",
    hint: `Messages are ${MESSAGE_NAMES.join(", ")}.`,
  };
}

function unreadable(name: MessageName, why: string): Problem {
  return {
    code: "invalid_command",
    detail: `The "${name}" message cannot be read: ${why}`,
    hint: "Send its argument as JSON (Temporal's encoding json/plain).",
  };
}

function updateId(): string {
  return currentUpdateInfo()?.id ?? uuid4();
}

function refusal(problem: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(problem.detail, problem.code, problem);
}
