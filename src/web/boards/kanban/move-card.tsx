import type { BoardTodo } from "../../../contract/plan/board.ts";
import type { TodoAction } from "../../../contract/tables/vocabulary.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { useSpeech } from "../../words/words.ts";
import { LANES, type Lane } from "../lanes.ts";
import type { Move } from "./kanban-moves.ts";

/** Where a card can go and what that does, and why not everywhere: the way without dragging. */
export function MoveCard({
  todo,
  moves,
  onAct,
  onRaise,
  onClose,
}: {
  readonly todo: BoardTodo;
  readonly moves: (lane: Lane) => Move | null;
  readonly onAct: (action: TodoAction) => void;
  readonly onRaise: () => void;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  const act = (action: TodoAction | "order") => (): void =>
    action === "order" ? onRaise() : onAct(action);
  return (
    <Question title={words("move_card", { title: todo.title })} onClose={onClose}>
      <ul className="flex flex-col">
        {LANES.map((lane) => {
          const move = moves(lane);
          return (
            <li
              key={lane}
              className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1"
            >
              <span className="shrink-0 font-medium">{words(`lane_${lane}`)}</span>
              {move === null ? (
                <span className="text-small text-faint">{words("loading")}</span>
              ) : "why" in move ? (
                <span className="text-right text-small text-soft">
                  <WithCode text={move.why} />
                </span>
              ) : (
                <Button sends onPress={act(move.action)}>
                  {words(move.action === "order" ? "edit_raise" : move.action)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button look="bare" onPress={onClose}>
          {words("close")}
        </Button>
      </div>
    </Question>
  );
}
