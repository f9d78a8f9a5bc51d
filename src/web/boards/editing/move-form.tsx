import { useState } from "react";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import type { EditOp, Position } from "../../../contract/plan/edit.ts";
import { turnsOf } from "../../../plan/views/turns.ts";
import { Button } from "../../parts/button.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useSpeech, type PlainWordId } from "../../words/words.ts";
import { TodoChoice } from "./todo-choice.tsx";
import { turnText } from "./turn-notes.tsx";

/** Another place in the plan, without dragging. */
export function MoveForm({
  todo,
  board,
  onSend,
  onLeave,
}: {
  readonly todo: Pick<BoardTodo, "id" | "title">;
  readonly board: Board;
  readonly onSend: (op: EditOp) => void;
  readonly onLeave: () => void;
}) {
  const { words } = useSpeech();
  const [anchor, setAnchor] = useState("");
  const { id, title } = todo;
  const label = words("edit_move_title", { title });
  const place = board.todos.findIndex((one) => one.id === id);
  const [before, after] = [board.todos[place - 1], board.todos[place + 1]];
  // Of a large plan's todos the neighbours may be elsewhere; the ends are known all the same.
  const isPart = board.todos.length < board.plan.todo_count;
  const turn = turnText(board.todos, turnsOf(board.todos, id), { anchor, side: "after" }, words);
  const moves: readonly { readonly says: PlainWordId; readonly to: Position | null }[] = [
    { says: "edit_move_up", to: isPart || before === undefined ? null : { before: before.id } },
    { says: "edit_move_down", to: isPart || after === undefined ? null : { after: after.id } },
    { says: "edit_move_first", to: place === 0 ? null : "first" },
    { says: "edit_move_last", to: !isPart && after === undefined ? null : "last" },
  ];
  const first = moves.find(({ to }) => to !== null);
  const move = (position: Position): void =>
    onSend({ edit_type: "reorder", target_id: id, params: { position } });
  return (
    <Form
      label={label}
      onLeave={onLeave}
      onSend={() => {
        if (anchor !== "") move({ after: anchor });
      }}
    >
      <div className="flex flex-wrap gap-2">
        {moves.map(({ says, to }) => (
          <Button
            key={says}
            isDisabled={to === null}
            autoFocus={says === first?.says}
            sends
            onPress={() => to !== null && move(to)}
          >
            {words(says)}
          </Button>
        ))}
      </div>
      <TodoChoice
        label={words("edit_move_after")}
        board={board}
        except={[id]}
        value={anchor}
        onChange={setAnchor}
      />
      <p role="status" className="text-small text-wait empty:hidden">
        {turn}
      </p>
      <Ending isRight isDisabled={anchor === ""} leave={words("close")} onLeave={onLeave}>
        {words("edit_move_do")}
      </Ending>
    </Form>
  );
}
