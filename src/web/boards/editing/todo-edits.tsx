import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import type { EditOp } from "../../../contract/plan/edit.ts";
import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { Button } from "../../parts/button.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { actionsQuery, useClient } from "../../session/api.ts";
import { dropDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";
import { usePropose } from "./editing.tsx";
import { LinksForm } from "./links-form.tsx";
import { MoveForm } from "./move-form.tsx";
import { TodoForm } from "./todo-form.tsx";

/** What opens a form of its own, each by a button. */
const FORMS = [
  { which: "retry", icon: "again", says: "edit_retry" },
  { which: "rerun", icon: "again", says: "edit_rerun" },
  { which: "change", icon: "pencil", says: "edit" },
  { which: "links", icon: "link", says: "edit_connect" },
  { which: "move", icon: "grip", says: "edit_move" },
] as const;
type Form = (typeof FORMS)[number]["which"];
const MOST_PRIORITY = 10;

/** Everything by which one todo of a plan is changed by hand, as far as the plan lets it be changed. */
export function TodoEdits({ todo, board }: { readonly todo: TodoDetail; readonly board: Board }) {
  const { words, inOwnWords } = useSpeech();
  const client = useClient();
  const ask = usePropose();
  const navigate = useNavigate();
  const [form, setForm] = useState<Form | null>(null);
  const openers = useRef<HTMLDivElement>(null);
  // Who presses faster than the plan answers goes on from what was pressed for, not from what is shown.
  const steps = useRef({ underWay: 0, to: 0, answered: Promise.resolve() });
  // What others change while a form is open is shown as such.
  const [base, setBase] = useState(board.plan.version);
  const { id, title, plan_id, priority } = todo;
  const actions = useQuery(actionsQuery(client, plan_id, id)).data?.todo;
  if (actions === undefined) return null;
  const { edit, remove } = actions;
  const close = (): void => setForm(null);
  const leave = (): void => {
    openers.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    close();
  };
  const open = (which: Form) => (): void => {
    setBase(board.plan.version);
    setForm(form === which ? null : which);
  };
  const propose = (op: EditOp): void => void ask({ ops: [op], what: title, base, onDone: close });
  const draftId = `${plan_id}.${id}.${form}`;
  const sent = (): void => {
    dropDraft(draftId);
    close();
  };
  const stepPriority = (by: number): void => {
    const { underWay, to: last, answered } = steps.current;
    const to = (underWay > 0 ? last : priority) + by;
    if (to < 0 || to > MOST_PRIORITY) return;
    const op: EditOp = { edit_type: "change_priority", target_id: id, params: { priority: to } };
    const send = (onAnswer: () => void): void =>
      void ask({ ops: [op], what: title, onDone: onAnswer }).finally(() => {
        onAnswer();
        steps.current.underWay -= 1;
      });
    const next = answered.then(() => new Promise<void>(send));
    steps.current = { underWay: underWay + 1, to, answered: next };
  };
  const removeIt = (): void =>
    void ask({
      ops: [{ edit_type: "remove_todo", target_id: id }],
      what: words("edit_removed_what", { title }),
      onDone: () => void navigate({ to: "/plans/$plan", params: { plan: plan_id } }),
    });
  // What failed or is done is also changed to run again, in a plan that has ended, too.
  const forms = FORMS.filter(
    ({ which }) => (which === "retry" || which === "rerun" ? actions[which] : edit).possible,
  );
  if (forms.length === 0 && !edit.possible) {
    const why = inOwnWords(edit, "detail");
    return why === "" ? null : (
      <p className="mt-2 text-small text-faint">
        <WithCode text={why} />
      </p>
    );
  }
  return (
    <div className="mt-2">
      <div ref={openers} className="-ml-2 flex flex-wrap items-center">
        {forms.map(({ which, icon, says }) => (
          <Button
            key={which}
            look="bare"
            icon={icon}
            says={words(says)}
            aria-expanded={form === which}
            onPress={open(which)}
          />
        ))}
        {edit.possible && (
          <span className="flex items-center">
            <Button
              look="bare"
              icon="up"
              action={words("edit_raise")}
              aria-label={words("edit_raise")}
              // It keeps the focus of who presses it until there.
              isPending={priority >= MOST_PRIORITY}
              sends
              onPress={() => stepPriority(1)}
            />
            <span className="text-small text-soft tabular-nums">
              {words("priority_of", { priority })}
            </span>
            <Button
              look="bare"
              icon="down"
              action={words("edit_lower")}
              aria-label={words("edit_lower")}
              isPending={priority <= 0}
              sends
              onPress={() => stepPriority(-1)}
            />
          </span>
        )}
        {remove.possible && (
          <Button look="bare" icon="cross" says={words("edit_remove")} sends onPress={removeIt} />
        )}
      </div>
      {form !== null && (
        <div className="mt-2 rounded-lg border border-line bg-page p-4">
          {(form === "change" || form === "retry" || form === "rerun") && (
            <TodoForm
              key={draftId}
              draftId={draftId}
              version={base}
              label={words(`edit_${form}_title`, { title })}
              fields={todo}
              hasTool={todo.kind === "tool" || todo.kind === "manual"}
              sendName={words(form === "change" ? "edit_save" : form)}
              onLeave={leave}
              places={[form === "change" ? "/ops/0/params/changes" : "/changes", `/todos/${id}`]}
              onSend={(changes, begun, tells) =>
                void ask({
                  ...(form === "change"
                    ? { ops: [{ edit_type: "modify_todo", target_id: id, params: { changes } }] }
                    : { again: form, todo: id, changes }),
                  what: title,
                  base: begun,
                  tells,
                  onDone: sent,
                })
              }
            />
          )}
          {form === "links" && (
            <LinksForm todo={todo} board={board} onSend={propose} onLeave={leave} />
          )}
          {form === "move" && (
            <>
              <h3 className="mb-3 font-semibold">{words("edit_move_title", { title })}</h3>
              <MoveForm todo={todo} board={board} onSend={propose} onLeave={leave} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
