import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { actionsQuery, useClient } from "../../session/api.ts";
import { dropDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";
import { usePropose } from "./editing.tsx";
import { NEW_TODO, TodoForm } from "./todo-form.tsx";

/** A new todo at the end of the plan, where the plan can still be edited. */
export function AddTodo({ board }: { readonly board: Board }) {
  const { words } = useSpeech();
  const client = useClient();
  const propose = usePropose();
  const [isOpen, setOpen] = useState(false);
  const draftId = `${board.plan.id}.new-todo`;
  const actions = useQuery(actionsQuery(client, board.plan.id)).data?.plan;
  if (actions?.["edit"].possible !== true) return null;
  return (
    <>
      <Button
        icon="plus"
        aria-label={words("edit_add")}
        action={words("edit_add")}
        onPress={() => setOpen(true)}
      >
        <span className="hidden @3xl:inline">{words("edit_add")}</span>
      </Button>
      <Question title={words("edit_add_title")} isOpen={isOpen} onClose={() => setOpen(false)}>
        <TodoForm
          draftId={draftId}
          version={board.plan.version}
          label={words("edit_add_title")}
          fields={NEW_TODO}
          hasTool
          sendName={words("edit_add")}
          onLeave={() => setOpen(false)}
          places={["/ops/0/params/todo"]}
          onSend={({ title = "", ...fields }, _, tells) =>
            void propose({
              tells,
              what: `${words("diff_added")}: ${title}`,
              ops: [{ edit_type: "add_todo", params: { todo: { title, ...fields } as never } }],
              onDone: () => {
                dropDraft(draftId);
                setOpen(false);
              },
            })
          }
        />
      </Question>
    </>
  );
}
