import type { EditOp } from "../../contract/plan/edit.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import {
  QUESTION_KINDS,
  TODO_STATUSES,
  type TodoStatus,
  type WorkAction,
} from "../../contract/tables/vocabulary.ts";
import type { Json } from "../../contract/text.ts";
import { isApprovedInPart } from "../../plan/views/holds/needed-approvals.ts";
import { askAnswer } from "../input/answers/ask-answer.ts";
import { toAnswer } from "../input/answers/to-answer.ts";
import { lookAtTodo, todoFinder } from "../input/find-todo.ts";
import { readPairs } from "../input/pairs.ts";
import { titlesOf } from "../live/read-board.ts";
import { words } from "../messages/i18n.ts";
import { spokenStatus } from "../messages/spoken-status.ts";
import { inOwnWords } from "../messages/tell.ts";
import { approvedText, editedLines } from "../render/holds/hold-lines.ts";
import { shortHold } from "../render/holds/reasons.ts";
import { whyLines } from "../render/next-lines.ts";
import { usageError } from "../session/errors/cli-error.ts";
import { readWhy } from "../session/read-why.ts";
import type { Chat, ChatCommand, Reply } from "./chat-command.ts";
import { actOnTodo, rejectHold } from "./confirm-choice.ts";
import { holdCalled, holdMeant, openHolds, seen } from "./open-holds.ts";
import { asReason, edit } from "./plan-commands.ts";
import { todoData } from "./s2-data.ts";
import { statusChange, type Move } from "./todo-status.ts";

/** The commands about one todo, or about the hold that it waits at. */
export const todoCommands: readonly ChatCommand[] = [
  {
    names: { en: ["/todo approve", "/approve"], ko: ["/할일 승인", "/승인"] },
    decides: true,
    args: "[id] [a=value]",
    help: "chat_help_approve",
    isPossible: ({ holds }) => holds.some(({ actions }) => actions.approve.possible),
    async run(chat, typed) {
      const { client } = chat.session;
      const hasId = typed[0] !== undefined && !PAIR.test(typed[0]);
      const hold = await holdMeant(chat, hasId ? typed[0] : undefined);
      const { pairs, text: comment } = splitPairs(hasId ? typed.slice(1) : typed);
      const isEdit = Object.keys(pairs).length > 0;
      const receipt = await client.holds.decide(hold.id, {
        ...(isEdit ? { decision: "edit", args: pairs } : { decision: "approve" }),
        digest: hold.digest,
        ...(comment !== "" && { comment }),
      });
      const status = isApprovedInPart(receipt.hold) ? "waiting" : "resumed";
      const data = { ...receipt, status, todo_id: hold.todo_id };
      const { title } = hold;
      const told = isEdit ? words("told_edit", { title }) : approvedText(receipt.hold, title);
      return { data, lines: [told, ...editedLines(receipt.hold)] };
    },
  },
  {
    names: { en: ["/todo reject", "/reject"], ko: ["/할일 거절", "/거절"] },
    decides: true,
    args: "<id> [reason]",
    help: "chat_help_reject",
    isPossible: ({ holds }) => holds.some(({ actions }) => actions.reject.possible),
    async run(chat, [id, ...reason]) {
      const hold = await holdMeant(chat, id);
      const data = await rejectHold(chat, hold, asReason(reason));
      return { data, lines: [words("told_reject", { title: hold.title })] };
    },
  },
  {
    names: { en: ["/todo skip", "/skip"], ko: ["/할일 건너뛰기", "/건너뛰기"] },
    decides: true,
    args: "<id> [reason]",
    help: "chat_help_skip",
    run: (chat, args) => tellOfAct(chat, "skip", "skipped", args),
  },
  {
    names: { en: ["/todo halt", "/halt"], ko: ["/할일 재개취소", "/재개취소"] },
    args: "<id> [reason]",
    help: "chat_help_halt",
    isPossible: ({ counting }) => counting.length > 0,
    run: (chat, args) => tellOfAct(chat, "halt", "halted", args),
  },
  {
    names: { en: ["/todo claim", "/claim"], ko: ["/할일 맡기", "/맡기"] },
    args: "<id>",
    help: "chat_help_claim",
    isPossible: ({ work }) => work.some(({ status }) => status === "pending"),
    run: (chat, args) => tellOfWork(chat, "claim", args),
  },
  {
    names: { en: ["/todo release", "/release"], ko: ["/할일 반납", "/반납"] },
    args: "<id>",
    help: "chat_help_release",
    isPossible: ({ work }) => work.some(({ status }) => status === "in_progress"),
    run: (chat, args) => tellOfWork(chat, "release", args),
  },
  {
    names: { en: ["/todo done", "/done"], ko: ["/할일 완료", "/완료"] },
    args: "<id> [note]",
    help: "chat_help_done",
    isPossible: ({ work }) => work.length > 0,
    run: (chat, args) => tellOfWork(chat, "done", args),
  },
  {
    names: { en: ["/todo cannot", "/cannot"], ko: ["/할일 불가", "/불가"] },
    args: "<id> <reason>",
    help: "chat_help_cannot",
    isPossible: ({ work }) => work.length > 0,
    run: (chat, args) => tellOfWork(chat, "cannot", args),
  },
  {
    names: { en: ["/todo add"], ko: ["/할일 추가"] },
    args: "<agent> [a=value] [title]",
    help: "chat_help_add",
    isPossible: ({ plan }) => plan?.edit.possible === true,
    run: addTodo,
  },
  {
    names: { en: ["/todo update"], ko: ["/할일 변경", "/할일 상태"] },
    decides: true,
    args: "<id> <status>",
    help: "chat_help_update",
    run: (chat, [todo = "", ...said]) => updateTodo(chat, todo, said),
  },
  {
    names: { en: ["/why"], ko: ["/이유"] },
    args: "<id>",
    help: "chat_help_why",
    async run({ session, planId }, [given = ""]) {
      const { plan, ...why } = await lookAtTodo(session, planId, given, (id, todo) =>
        readWhy(session, id, todo),
      );
      const { todo, reasons, timeout } = why;
      const { status, skipped } = todo;
      const lines = whyLines(why, titlesOf(plan), session.plain);
      return { data: { todo_id: todo.id, status, reasons, timeout, skipped }, lines };
    },
  },
  {
    names: { en: ["/answer"], ko: ["/답", "/답변"] },
    args: "<id> [text]",
    help: "chat_help_answer",
    isPossible: ({ holds }) => holds.some(({ actions }) => actions.answer.possible),
    run: (chat, [id, ...text]) => answer(chat, text.join(" "), id),
  },
];

async function tellOfAct(
  chat: Chat,
  action: "skip" | "halt",
  status: string,
  [given = "", ...reason]: readonly string[],
): Promise<Reply> {
  const todo = await todoFinder(chat.session, chat.planId)(given);
  const receipt = await actOnTodo(chat, todo, action, asReason(reason));
  const data = { ...receipt, status, todo_id: todo };
  return { data, lines: [words(`told_${action}`, { todo })] };
}

async function tellOfWork(
  chat: Chat,
  action: WorkAction,
  [given = "", ...said]: readonly string[],
): Promise<Reply> {
  const { session, planId } = chat;
  const todo = await todoFinder(session, planId)(given);
  const data = await sayOfWork(chat, action, todo, said);
  return { data, lines: [words(`told_${action}`, { todo })] };
}

/** Says something about work of the person's own, in the words that they typed behind it. */
function sayOfWork(
  { session: { client }, planId }: Chat,
  action: WorkAction,
  todo: string,
  said: readonly string[],
): Promise<Receipt> {
  const text = said.join(" ");
  switch (action) {
    case "claim":
    case "release":
      return client.todos[action](planId, todo, asReason(said));
    case "done":
      return client.todos.done(planId, todo, text === "" ? {} : { note: text });
    case "cannot":
      return client.todos.cannot(planId, todo, { reason: text || words("chat_marked_failed") });
  }
}

/** Answers the question with this id, or the only one. @throws CliError when none is meant. */
export async function answer(chat: Chat, text: string, id?: string): Promise<Reply> {
  const { session } = chat;
  const questions = (await openHolds(chat)).filter(({ kind }) => QUESTION_KINDS.includes(kind));
  const meant = id === undefined ? questions : questions.filter((hold) => holdCalled([hold], id));
  const [hold, ...others] = meant;
  if (hold === undefined) {
    throw usageError(words("chat_no_question_of", { id: id ?? "" }), "/inbox");
  }
  if (others.length > 0) {
    const list = meant.map(({ id: whole, message, title }) => `${whole}  ${message ?? title}`);
    const next = `/answer ${hold.todo_id ?? hold.id} ${text}`;
    throw usageError([words("chat_several"), ...list].join("\n"), next);
  }
  await seen(chat, hold);
  const value = await valueOf(chat, hold, text);
  const data = await session.client.holds.answer(hold.id, value);
  return { data, lines: [words("told_answer", { title: hold.title })] };
}

/** What was typed, or what the person says when asked: a form field by field, a file by its path. */
async function valueOf({ session, person }: Chat, hold: Hold, text: string): Promise<Json> {
  const type = hold.input_request?.input_type;
  const mustAsk = text === "" || type === "form" || type === "file";
  if (!mustAsk || (person === undefined && text !== "")) return toAnswer(text, hold);
  if (person !== undefined) return askAnswer(session, hold, person);
  throw usageError(words("needs_value"), `/answer ${shortHold(hold.id)} …`);
}

const PAIR = /^\w+=/;

/** The `a=value` among words, and the text of the others. */
function splitPairs(typed: readonly string[]) {
  const pairs = typed.filter((word) => PAIR.test(word));
  const text = typed.filter((word) => !pairs.includes(word)).join(" ");
  return { pairs: readPairs(pairs), text };
}

/** S2's `/todo add <agent>`: what follows an agent's or a tool's name are its arguments and a title. */
async function addTodo(chat: Chat, [name = "", ...rest]: readonly string[]): Promise<Reply> {
  const { client } = chat.session;
  const { pairs, text: title } = splitPairs(rest);
  const { agents } = await client.agents.list();
  // S2 has agents only; what is no agent is a tool.
  const isAgent = agents.some((agent) => agent.name === name);
  const todo = {
    title: title === "" ? words("chat_added_title", { agent: name }) : title,
    // S2 §4.1 marks so what a person has added.
    context: { added_by: "user", manual: true },
    ...(isAgent
      ? { agent_name: name, ...(Object.keys(pairs).length > 0 && { input_data: pairs }) }
      : { tool_name: name, tool_params: pairs }),
  };
  const op = { edit_type: "add_todo", params: { todo } } as unknown as EditOp;
  const receipt = await edit(chat, [op]).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.problem.code !== "unknown_tool") throw error;
    const { problem } = error;
    // Nobody here wrote an operation: what is wrong is told without the place in it.
    const detail = inOwnWords(problem.errors?.[0] ?? problem, "detail");
    if (agents.length === 0) throw usageError(detail, "/todo add");
    const known = agents.map((agent) => agent.name).join(", ");
    throw usageError(words("chat_no_agent", { known, detail }), "/todo add");
  });
  const [id = ""] = receipt.added ?? [];
  const added = await chat.session.client.todos.get(chat.planId, id);
  const data = { ...receipt, status: "added", todo: todoData(added) };
  return { data, lines: [words("chat_added", { todo: todo.title })] };
}

/** S2's `/todo update <id> <status>`, as far as a word can do it. */
async function updateTodo(chat: Chat, todo_id: string, said: readonly string[]): Promise<Reply> {
  const { session, planId } = chat;
  const word = (status: TodoStatus): string => words(`todo_${status}`);
  // A status may be two words, as "실행 중" is; the reason stands behind it.
  const named = [2, 1].map((length) => ({
    status: spokenStatus("todo", said.slice(0, length).join(" "), TODO_STATUSES),
    reason: said.slice(length),
  }));
  const { status: to, reason = [] } = named.find(({ status }) => status !== undefined) ?? {};
  if (to === undefined) {
    const values = { status: said[0] ?? "", statuses: TODO_STATUSES.map(word).join(", ") };
    throw usageError(words("chat_bad_status", values), "/todos");
  }
  const { status: from, kind } = await session.client.todos.get(planId, todo_id);
  const change = statusChange(from, to, kind);
  switch (change.kind) {
    case "same":
      return {
        data: { status: "updated", todo_id, new_status: to },
        lines: [words("chat_is_already", { todo: todo_id, status: word(to) })],
      };
    case "by_itself":
    case "illegal": {
      const allowed = change.allowed.map(word).join(", ") || words("chat_none");
      const values = { todo: todo_id, from: word(from), to: word(to), allowed };
      const [first] = change.allowed;
      const next =
        first === undefined ? `/why ${todo_id}` : `/todo update ${todo_id} ${word(first)}`;
      throw usageError(words(`chat_${change.kind}`, values), next);
    }
    case "move": {
      const { move } = change;
      const receipt = await takeMove(chat, todo_id, move, reason);
      const data = { ...receipt, status: "updated", todo_id, new_status: to };
      return { data, lines: [words("chat_updated", { todo: todo_id, status: word(to) })] };
    }
  }
}

function takeMove(
  chat: Chat,
  todo: string,
  move: Move,
  reason: readonly string[],
): Promise<Receipt> {
  if ("action" in move) return actOnTodo(chat, todo, move.action, asReason(reason));
  if ("work" in move) return sayOfWork(chat, move.work, todo, reason);
  return decideTodo(chat, todo, move.decision, reason);
}

async function decideTodo(
  chat: Chat,
  todoId: string,
  decision: "approve" | "reject",
  reason: readonly string[],
): Promise<Receipt> {
  const hold = await holdMeant(chat, todoId);
  return decision === "approve"
    ? chat.session.client.holds.decide(hold.id, { decision, digest: hold.digest })
    : rejectHold(chat, hold, { then: "fail", ...asReason(reason) });
}
