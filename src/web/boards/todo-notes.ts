import { useMemo } from "react";
import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import { useNow } from "../session/now.ts";
import { spanOf } from "../words/times.ts";
import { useSpeech, type Words } from "../words/words.ts";
import { questionOf } from "./question-of.ts";
import { reasonsById, reasonText } from "./reason-text.ts";

export interface Note {
  /** For how long it has run: seen before the text, and not read out, since it would be every second. */
  readonly time: string;
  readonly text: string;
  readonly until: string | null;
  readonly percent: number | null;
}

/** What stands beside each todo: how long, how far, or why not. */
export function useNotes(board: Board): (todo: BoardTodo) => Note {
  const speech = useSpeech();
  const now = useNow();
  const { words, inOwnWords } = speech;
  const reasons = useMemo(() => reasonsById(board), [board]);
  const holds = useMemo(
    () => new Map(board.holds.map((hold) => [hold.todo_id, hold])),
    [board.holds],
  );
  return (todo) => {
    const { status, started_at, completed_at, progress_percentage, kind, next_attempt_at } = todo;
    const hold = holds.get(todo.id);
    const note = (
      text: string,
      until: string | null = null,
      percent: number | null = null,
      time = "",
    ): Note => ({
      time,
      text,
      until,
      percent,
    });
    if (hold !== undefined) {
      const asks = [hold.assignee, questionOf(todo, board, speech)];
      return note(asks.filter((part) => part !== null).join(" · "), hold.deadline_at);
    }
    const why = (reasons.get(todo.id) ?? [])
      .map((reason) => reasonText(reason, board, speech))
      .join(" ");
    if (kind === "manual" && (status === "pending" || status === "in_progress")) {
      return note(why, todo.due_at);
    }
    if (next_attempt_at !== undefined) {
      return note(why, board.plan.paused === null ? next_attempt_at : null);
    }
    switch (status) {
      case "completed":
        return started_at === null || completed_at === null
          ? note("")
          : note(spanOf(Date.parse(completed_at) - Date.parse(started_at), words));
      case "in_progress": {
        const time = started_at === null ? "" : spanOf(now - Date.parse(started_at), words);
        const percent = progress_percentage === 0 ? null : progress_percentage;
        return note(inOwnWords(todo, "progress_message"), null, percent, time);
      }
      case "failed":
      case "skipped":
        return note(inOwnWords(todo, "error_message"));
      case "cancelled":
      case "pending":
      case "blocked":
      case "needs_approval":
        return note(why);
    }
  };
}

/** A todo as it is read where its row has the focus: the rest is read in the row. */
export function spokenRow({ title, status }: BoardTodo, words: Words): string {
  return `${title}, ${words(`todo_${status}`)}`;
}
