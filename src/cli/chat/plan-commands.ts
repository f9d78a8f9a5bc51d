import type { EditOp } from "../../contract/plan/edit.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import { readBoard } from "../live/read-board.ts";
import { words } from "../messages/i18n.ts";
import { answerLines } from "../render/agents/goal-lines.ts";
import { openWork, renderBoard } from "../render/board.ts";
import { impactLines } from "../render/change-lines.ts";
import { checkpointLines } from "../render/checkpoint-lines.ts";
import { questionAbout } from "../render/holds/choice-lines.ts";
import { workLines } from "../render/lists.ts";
import { usageError } from "../session/errors/cli-error.ts";
import { readWholePlan } from "../session/read-whole-plan.ts";
import type { Chat, ChatCommand, Reply } from "./chat-command.ts";
import { holdLine, openHolds } from "./open-holds.ts";
import { checkpointsData, todosData } from "./s2-data.ts";

/** The words that are left, as a reason. */
export function asReason(words: readonly string[]): { reason?: string } {
  return words.length === 0 ? {} : { reason: words.join(" ") };
}

/** Makes an edit of a chat's plan. */
export function edit({ session, planId }: Chat, ops: EditOp[]): Promise<Receipt> {
  return session.client.plans.edit(planId, { ops });
}

async function control(
  chat: Chat,
  word: "pause" | "resume" | "cancel",
  args: readonly string[],
): Promise<Reply> {
  const { session, planId } = chat;
  const data = await session.client.plans[word](planId, asReason(args));
  return { data, lines: [words(`told_${word}`, { plan: planId })] };
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
    async run({ session, planId }) {
      const board = await readBoard(session, planId);
      const { counts, total, percentage } = board.plan.progress;
      const summary = words("chat_summary", {
        completed: counts["completed"] ?? 0,
        total,
        percentage,
      });
      const lines = renderBoard(board, { ...session, now: session.now() });
      const { plans } = session.client;
      const { checkpoints } = await plans.checkpoints(planId);
      const isAnswered = board.plan.goal_phase === "reported";
      const { goal } = isAnswered ? await plans.get(planId, { limit: 1 }) : { goal: null };
      const answer = answerLines(goal);
      const data = session.json
        ? todosData(board, (await readWholePlan(session, planId)).todos, checkpoints)
        : board;
      return { data, lines: [...lines, summary, ...answer] };
    },
  },
  {
    names: { en: ["/inbox", "/holds"], ko: ["/결정함", "/요청"] },
    args: "",
    help: "chat_help_inbox",
    async run(chat) {
      const { session, planId: plan_id } = chat;
      const [holds, board] = await Promise.all([openHolds(chat), readBoard(session, plan_id)]);
      const work = openWork(board).map(
        ({ id: todo_id, title, assignee, claimed_by, due_at, overdue }) => {
          return { plan_id, todo_id, title, assignee, claimed_by, due_at, overdue };
        },
      );
      const shape = { ...session, now: session.now() };
      const todos = work.length === 0 ? [] : workLines({ work }, shape);
      const lines = [...holds.map(holdLine), ...todos];
      return {
        data: { holds, work },
        lines: lines.length > 0 ? lines : [words("inbox_empty")],
      };
    },
  },
  {
    names: { en: ["/checkpoint list", "/checkpoint"], ko: ["/체크포인트 목록", "/체크포인트"] },
    args: "",
    help: "chat_help_checkpoint_list",
    async run({ session, planId }) {
      const { checkpoints } = await session.client.plans.checkpoints(planId);
      return { data: checkpointsData(checkpoints), lines: checkpointLines(checkpoints, session) };
    },
  },
  {
    names: { en: ["/checkpoint restore"], ko: ["/체크포인트 복원"] },
    args: "<id>",
    help: "chat_help_checkpoint_restore",
    isPossible: ({ plan }) => plan?.rollback.possible === true,
    async run(chat, [checkpoint = ""]) {
      const { session, planId } = chat;
      // Whoever is asked whether they are sure could do it.
      const target = { checkpoint_id: checkpoint };
      const { impact, base_version: version } = await session.client.plans.rollback(
        planId,
        target,
        { validateOnly: true },
      );
      const sure = words("sure_rollback", { plan: planId, to: checkpoint });
      await chat.confirm(questionAbout(impactLines(impact), sure));
      const before = (await openHolds(chat)).filter((hold) => chat.shown?.has(hold));
      const receipt = await session.client.plans.rollback(planId, target, { version });
      const data = { ...receipt, status: "restored", checkpoint_id: checkpoint };
      const restored = words("chat_restored", { checkpoint });
      if (chat.shown === undefined) return { data, lines: [restored] };
      chat.person?.tell(restored);
      // What asks anew is shown as soon as it does; what goes on asking is not told again.
      for (const { id } of before) await chat.shown.show(id);
      return { data, lines: [] };
    },
  },
  {
    names: { en: ["/pause"], ko: ["/일시정지", "/멈춤"] },
    args: "[reason]",
    help: "chat_help_pause",
    isPossible: ({ plan }) => plan?.pause.possible === true,
    run: (chat, args) => control(chat, "pause", args),
  },
  {
    names: { en: ["/resume"], ko: ["/재개", "/계속"] },
    args: "",
    help: "chat_help_resume",
    isPossible: ({ plan }) => plan?.resume.possible === true,
    run: (chat) => control(chat, "resume", []),
  },
  {
    names: { en: ["/cancel"], ko: ["/취소"] },
    args: "[reason]",
    help: "chat_help_cancel",
    isPossible: ({ plan }) => plan?.cancel.possible === true,
    async run(chat, args) {
      await chat.confirm(words("sure_cancel", { plan: chat.planId }));
      return control(chat, "cancel", args);
    },
  },
  {
    names: { en: ["/step"], ko: ["/단계"] },
    args: "on|off",
    help: "chat_help_step",
    isPossible: ({ plan }) => plan?.edit.possible === true,
    async run(chat, [word = ""]) {
      const isOn = word === "on" || word === "켜기";
      if (!isOn && word !== "off" && word !== "끄기") {
        throw usageError(words("chat_usage", { usage: "/step on|off" }), "/step on");
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
    isPossible: ({ plan }) => plan?.undo.possible === true,
    async run({ session, planId }, args) {
      const { plans } = session.client;
      const data = await plans.undo(planId, asReason(args));
      const { version } = await plans.get(planId, { limit: 1 });
      return { data, lines: [words("told_edited", { version })] };
    },
  },
];
