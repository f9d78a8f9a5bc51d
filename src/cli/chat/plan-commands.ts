import type { Checkpoint, EditOp } from "../../contract/edit.ts";
import type { Receipt } from "../../contract/plan.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { readBoard } from "../read-board.ts";
import { checkpointLines } from "../render/checkpoint-lines.ts";
import { renderBoard } from "../render/board.ts";
import type { Chat, ChatCommand, Reply } from "./chat-command.ts";

const plansOf = ({ session }: Chat) => session.client.v1.plans[":plan_id"];
const paramOf = ({ planId }: Chat) => ({ plan_id: planId });

/** The words that are left, as a reason. */
export function said(words: readonly string[]): { reason?: string } {
  return words.length === 0 ? {} : { reason: words.join(" ") };
}

/** Makes an edit of a chat's plan. */
export function edit(chat: Chat, ops: EditOp[]): Promise<Receipt> {
  const answer = plansOf(chat).edits.$post({ param: paramOf(chat), query: {}, json: { ops } });
  return chat.session.ask<Receipt>(answer);
}

async function control(
  chat: Chat,
  word: "pause" | "resume" | "cancel",
  args: readonly string[],
): Promise<Reply> {
  const { session, planId } = chat;
  const answer = plansOf(chat)[word].$post({ param: paramOf(chat), json: said(args) });
  const data = await session.ask<Receipt>(answer);
  return { data, lines: [session.words(`told_${word}`, { plan: planId })] };
}

/** The commands about the plan as a whole. */
export const planCommands: readonly ChatCommand[] = [
  {
    names: {
      en: ["/todos", "/todo list", "/todo"],
      ko: ["/할일", "/할일 목록", "/목록"],
    },
    args: "",
    help: "chat_help_todos",
    needs: 0,
    async run({ session, planId }) {
      const board = await readBoard(session, planId);
      const { counts, total, percentage } = board.plan.progress;
      const summary = session.words("chat_summary", {
        completed: (counts["completed"] ?? 0) + (counts["skipped"] ?? 0),
        total,
        percentage,
      });
      const lines = renderBoard(board, { ...session, now: Date.now() });
      return { data: board.plan, lines: [...lines, summary] };
    },
  },
  {
    names: { en: ["/checkpoint list", "/checkpoint"], ko: ["/체크포인트 목록", "/체크포인트"] },
    args: "",
    help: "chat_help_checkpoint_list",
    needs: 0,
    async run(chat) {
      const answer = plansOf(chat).checkpoints.$get({ param: paramOf(chat) });
      const data = await chat.session.ask<{ checkpoints: Checkpoint[] }>(answer);
      return { data, lines: checkpointLines(data.checkpoints, chat.session) };
    },
  },
  {
    names: { en: ["/checkpoint restore"], ko: ["/체크포인트 복원"] },
    args: "<id>",
    help: "chat_help_checkpoint_restore",
    needs: 1,
    async run(chat, [checkpoint = ""]) {
      const { session, planId } = chat;
      const question = session.words("sure_rollback", { plan: planId, to: checkpoint });
      await chat.confirm(question, `/checkpoint restore ${checkpoint} --yes`);
      const data = await session.ask<Receipt>(
        plansOf(chat).rollback.$post({
          param: paramOf(chat),
          query: {},
          json: { checkpoint_id: checkpoint },
        }),
      );
      return { data, lines: [session.words("chat_restored", { checkpoint })] };
    },
  },
  {
    names: { en: ["/pause"], ko: ["/일시정지", "/멈춤"] },
    args: "[reason]",
    help: "chat_help_pause",
    needs: 0,
    run: (chat, args) => control(chat, "pause", args),
  },
  {
    names: { en: ["/resume"], ko: ["/재개", "/계속"] },
    args: "",
    help: "chat_help_resume",
    needs: 0,
    run: (chat) => control(chat, "resume", []),
  },
  {
    names: { en: ["/cancel"], ko: ["/취소"] },
    args: "[reason]",
    help: "chat_help_cancel",
    needs: 0,
    async run(chat, args) {
      const { words } = chat.session;
      await chat.confirm(words("sure_cancel", { plan: chat.planId }), "/cancel --yes");
      return control(chat, "cancel", args);
    },
  },
  {
    names: { en: ["/step"], ko: ["/단계"] },
    args: "on|off",
    help: "chat_help_step",
    needs: 1,
    async run(chat, [word = ""]) {
      const { words } = chat.session;
      const isOn = word === "on" || word === "켜기";
      if (!isOn && word !== "off" && word !== "끄기") {
        throw new CliError(words("chat_usage", { usage: "/step on|off" }), "/step on", EXIT.usage);
      }
      const approval = isOn ? "every_todo" : "marked";
      const data = await edit(chat, [
        { edit_type: "modify_plan", params: { changes: { approval } } },
      ]);
      return { data, lines: [words(isOn ? "chat_step_on" : "chat_step_off")] };
    },
  },
  {
    names: { en: ["/undo"], ko: ["/되돌리기"] },
    args: "[reason]",
    help: "chat_help_undo",
    needs: 0,
    async run(chat, args) {
      const { session } = chat;
      const answer = plansOf(chat).undo.$post({
        param: paramOf(chat),
        query: {},
        json: said(args),
      });
      const data = await session.ask<Receipt>(answer);
      const { plan } = await readBoard(session, chat.planId, 1);
      return { data, lines: [session.words("told_edited", { version: plan.version })] };
    },
  },
];
