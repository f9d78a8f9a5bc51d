import { useState } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import type { EditOp } from "../../../contract/plan/edit.ts";
import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { Button } from "../../parts/button.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useSpeech } from "../../words/words.ts";
import { TodoChoice } from "./todo-choice.tsx";

/** What a todo waits for, to be taken away and added to: what lines in the graph do, by keyboard. */
export function LinksForm({
  todo,
  board,
  onSend,
  onLeave,
}: {
  readonly todo: TodoDetail;
  readonly board: Board;
  readonly onSend: (op: EditOp) => void;
  readonly onLeave: () => void;
}) {
  const { words } = useSpeech();
  const [chosen, setChosen] = useState("");
  const { id, title, depends_on } = todo;
  const titleOf = (other: string): string =>
    board.todos.find((one) => one.id === other)?.title ?? other;
  const label = words("edit_connect_title", { title });
  const link = (): void => {
    if (chosen === "") return;
    onSend({ edit_type: "add_dependency", target_id: id, params: { depends_on: chosen } });
  };
  return (
    <Form label={label} onSend={link} onLeave={onLeave}>
      <h3 className="font-semibold">{label}</h3>
      {depends_on.length === 0 && <p className="text-soft">{words("edit_waits_for_none")}</p>}
      <ul className="flex flex-col">
        {depends_on.map((other, place) => (
          <li key={other} className="flex items-center justify-between gap-2">
            <span className="min-w-0" lang="">
              {titleOf(other)}
            </span>
            <Button
              look="bare"
              icon="cross"
              aria-label={words("edit_unlink", { title: titleOf(other) })}
              autoFocus={place === 0}
              sends
              onPress={() =>
                onSend({
                  edit_type: "remove_dependency",
                  target_id: id,
                  params: { depends_on: other },
                })
              }
            />
          </li>
        ))}
      </ul>
      <TodoChoice
        label={words("edit_wait_for")}
        board={board}
        except={[id, ...depends_on]}
        value={chosen}
        autoFocus={depends_on.length === 0}
        onChange={setChosen}
      />
      <Ending isRight isDisabled={chosen === ""} leave={words("close")} onLeave={onLeave}>
        {words("edit_link")}
      </Ending>
    </Form>
  );
}
