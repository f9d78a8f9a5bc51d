import type { EditOp } from "../../contract/edit.ts";
import type { Receipt } from "../../contract/plan.ts";
import type { Todo } from "../../contract/todo.ts";
import { TODO_STATUSES, type TodoAction, type TodoStatus } from "../../contract/vocabulary.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { readWhy } from "../read-why.ts";
import { readPairs } from "../pairs.ts";
import { titlesOf } from "../read-board.ts";
import { whyLines } from "../render/next-lines.ts";
import { toAnswer } from "../to-answer.ts";
import type { Chat, ChatCommand, Reply } from "./chat-command.ts";
import { decideHold, findHold, holdMeant, openHolds } from "./open-holds.ts";
import { edit, said } from "./plan-commands.ts";
import { statusChange, toStatus } from "./todo-status.ts";

async function act(
  { session, planId }: Chat,
  todo_id: string,
  action: TodoAction,
  reason: readonly string[],
): Promise<Receipt> {
  return session.ask<Receipt>(
    session.client.v1.plans[":plan_id"].todos[":todo_id"][":action"].$post({
      param: { plan_id: planId, todo_id, action },
      json: said(reason),
    }),
  );
}

/** The commands about one todo, or about the hold that it waits at. */
export const todoCommands: readonly ChatCommand[] = [
  {
    names: { en: ["/todo approve", "/approve"], ko: ["/할일 승인", "/승인"] },
    args: "[id]",
    help: "chat_help_approve",
    needs: 0,
    async run(chat, [id, ...comment]) {
      const hold = await holdMeant(chat, id);
      const remark = comment.length === 0 ? {} : { comment: comment.join(" ") };
      const data = await decideHold(chat, hold.id, {
        decision: "approve",
        digest: hold.digest,
        ...remark,
      });
      return { data, lines: [chat.session.words("told_approve", { title: hold.title })] };
    },
  },
  {
    names: { en: ["/todo reject", "/reject"], ko: ["/할일 거절", "/거절"] },
    args: "<id> [reason]",
    help: "chat_help_reject",
    needs: 1,
    async run(chat, [id, ...reason]) {
      const hold = await holdMeant(chat, id);
      const data = await decideHold(chat, hold.id, { decision: "reject", ...said(reason) });
      return { data, lines: [chat.session.words("told_reject", { title: hold.title })] };
    },
  },
  {
    names: { en: ["/todo skip", "/skip"], ko: ["/할일 건너뛰기", "/건너뛰기"] },
    args: "<id> [reason]",
    help: "chat_help_skip",
    needs: 1,
    async run(chat, [todo = "", ...reason]) {
      const data = await act(chat, todo, "skip", reason);
      return { data, lines: [chat.session.words("told_skip", { todo })] };
    },
  },
  {
    names: { en: ["/todo add"], ko: ["/할일 추가"] },
    args: "<agent> [a=value] [title]",
    help: "chat_help_add",
    needs: 1,
    run: addTodo,
  },
  {
    names: { en: ["/todo update"], ko: ["/할일 변경", "/할일 상태"] },
    args: "<id> <status>",
    help: "chat_help_update",
    needs: 2,
    run: (chat, [todo = "", status = "", ...reason]) => updateTodo(chat, todo, status, reason),
  },
  {
    names: { en: ["/why"], ko: ["/이유"] },
    args: "<id>",
    help: "chat_help_why",
    needs: 1,
    async run({ session, planId }, [id = ""]) {
      const { todo, reasons, plan } = await readWhy(session, planId, id);
      const lines = whyLines(todo, reasons, titlesOf(plan), session.words);
      return { data: { todo_id: id, status: todo.status, reasons }, lines };
    },
  },
  {
    names: { en: ["/answer"], ko: ["/답", "/답변"] },
    args: "<id> <text>",
    help: "chat_help_answer",
    needs: 2,
    run: (chat, [id, ...text]) => answer(chat, text.join(" "), id),
  },
];

/** Answers the question with this id, or the only one. @throws CliError when none is meant. */
export async function answer(chat: Chat, text: string, id?: string): Promise<Reply> {
  const { words } = chat.session;
  const questions = (await openHolds(chat)).filter(({ kind }) => kind === "input");
  const meant = id === undefined ? questions : questions.filter((hold) => findHold([hold], id));
  const [hold, ...others] = meant;
  if (hold === undefined) {
    const what = id === undefined ? words("chat_empty") : words("chat_no_hold_of", { id });
    throw new CliError(what, "/todos", EXIT.usage);
  }
  if (others.length > 0) {
    const list = meant.map(({ id: whole, message, title }) => `${whole}  ${message ?? title}`);
    const next = `/answer ${hold.todo_id ?? hold.id} ${text}`;
    throw new CliError([words("chat_several"), ...list].join("\n"), next, EXIT.usage);
  }
  const value = toAnswer(text, hold, words);
  const data = await decideHold(chat, hold.id, { decision: "answer", value });
  return { data, lines: [words("told_answer", { title: hold.title })] };
}

/** S2's `/todo add <agent>`: the agent is the tool, and what follows are its arguments and a title. */
async function addTodo(chat: Chat, [agent = "", ...rest]: readonly string[]): Promise<Reply> {
  const { words } = chat.session;
  const params = rest.filter((word) => /^\w+=/.test(word));
  const title = rest.filter((word) => !params.includes(word)).join(" ");
  const todo = {
    title: title === "" ? agent : title,
    tool_name: agent,
    tool_params: readPairs(params, words),
  };
  const op = { edit_type: "add_todo", params: { todo } } as unknown as EditOp;
  const data = await edit(chat, [op]);
  return { data, lines: [words("chat_added", { todo: todo.title })] };
}

/** S2's `/todo update <id> <status>`, as far as a word can do it. */
async function updateTodo(
  chat: Chat,
  todo_id: string,
  wanted: string,
  reason: readonly string[],
): Promise<Reply> {
  const { session, planId } = chat;
  const { words } = session;
  const to = toStatus(wanted);
  if (to === undefined) {
    const values = { status: wanted, statuses: TODO_STATUSES.join(", ") };
    throw new CliError(words("chat_bad_status", values), "/todos", EXIT.usage);
  }
  const { status: from } = await session.ask<Todo>(
    session.client.v1.plans[":plan_id"].todos[":todo_id"].$get({
      param: { plan_id: planId, todo_id },
    }),
  );
  const change = statusChange(from, to);
  switch (change.kind) {
    case "same":
      return {
        data: { todo_id, status: to },
        lines: [words("chat_is_already", { todo: todo_id, status: to })],
      };
    case "by_itself":
    case "illegal": {
      const values = { todo: todo_id, from, to, allowed: allowedText(chat, change.allowed) };
      const [first] = change.allowed;
      const next = first === undefined ? `/why ${todo_id}` : `/todo update ${todo_id} ${first}`;
      throw new CliError(words(`chat_${change.kind}`, values), next, EXIT.usage);
    }
    case "move": {
      const { move } = change;
      const data =
        "action" in move
          ? await act(chat, todo_id, move.action, reason)
          : await decideTodo(chat, todo_id, move.decision, reason);
      return { data, lines: [words("chat_updated", { todo: todo_id, status: to })] };
    }
  }
}

async function decideTodo(
  chat: Chat,
  todoId: string,
  decision: "approve" | "reject",
  reason: readonly string[],
): Promise<Receipt> {
  const hold = await holdMeant(chat, todoId);
  return decideHold(
    chat,
    hold.id,
    decision === "approve"
      ? { decision, digest: hold.digest }
      : { decision, then: "fail", ...said(reason) },
  );
}

function allowedText({ session }: Chat, allowed: readonly TodoStatus[]): string {
  return allowed.length === 0 ? session.words("chat_none_allowed") : allowed.join(", ");
}
