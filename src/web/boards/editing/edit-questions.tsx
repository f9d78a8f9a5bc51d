import type { ReactNode } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import type { EditPreview, PlanChanges, PlanVersion } from "../../../contract/plan/edit.ts";
import { thingsChanged } from "../../../plan/views/board/changed-fields.ts";
import { ChangeList, impactItems, titlesOf } from "../../deciding/change-list.tsx";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { actorOf } from "../../words/actor.ts";
import { useSpeech } from "../../words/words.ts";

interface Asked {
  readonly board: Board;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** What a change is and does, before it is made. */
export function ConfirmEdit({
  board,
  preview,
  again,
  isBusy,
  onApply,
  onClose,
}: Asked & { readonly preview: EditPreview; readonly again: "retry" | "rerun" | undefined }) {
  const { words } = useSpeech();
  return (
    <Question
      title={words(again === undefined ? "edit_confirm_title" : `${again}_title`)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Changes changes={preview.changes} board={board} />
        <ImpactList preview={preview} board={board} />
        <Ending isRight autoFocus isDisabled={isBusy} onPress={onApply} onLeave={onClose}>
          {words(again ?? "apply")}
        </Ending>
      </div>
    </Question>
  );
}

/** What others have changed since, beside what the person wants; either is left or put on top. */
export function MergeEdit({
  board,
  others,
  preview,
  isBusy,
  onApply,
  onClose,
}: Asked & { readonly others: readonly PlanVersion[]; readonly preview: EditPreview | null }) {
  const { words } = useSpeech();
  return (
    <Question title={words("merge_title")} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Part title={words("merge_others")}>
          {others.map(({ version, by, reason, changes }) => (
            <div key={version} className="mb-2">
              <p className="text-small text-faint">
                {words("merge_by", { by: actorOf(by, words), version })}
                {reason !== null && <span lang=""> · {reason}</span>}
              </p>
              <Changes changes={changes} board={board} />
            </div>
          ))}
        </Part>
        <Part title={words("merge_mine")}>
          {preview === null ? (
            <p>{words("edit_refused_title")}</p>
          ) : (
            <>
              <Changes changes={preview.changes} board={board} />
              <ImpactList preview={preview} board={board} />
            </>
          )}
        </Part>
        <div className="flex flex-wrap justify-end gap-2">
          <Button autoFocus onPress={onClose}>
            {words("merge_leave")}
          </Button>
          {preview !== null && (
            <Button look="main" isDisabled={isBusy} sends onPress={onApply}>
              {words("merge_apply")}
            </Button>
          )}
        </div>
      </div>
    </Question>
  );
}

/** Why a change cannot be made. */
export function RefusedEdit({
  error,
  onClose,
}: {
  readonly error: unknown;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  return (
    <Question title={words("edit_refused_title")} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <ProblemNote error={error} />
        <div className="flex justify-end">
          <Button autoFocus onPress={onClose}>
            {words("close")}
          </Button>
        </div>
      </div>
    </Question>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-small font-semibold text-faint">{title}</h3>
      {children}
    </section>
  );
}

/** What a change does besides changing the plan. */
function ImpactList({
  preview: { impact, changes },
  board,
}: {
  readonly preview: EditPreview;
  readonly board: Board;
}) {
  const { words } = useSpeech();
  const items = impactItems(impact, titlesOf(board.todos, changes?.todos ?? []), words);
  if (items.length === 0) return null;
  return (
    <section className="mt-2 rounded-md bg-wait-tint px-3 py-2">
      <h3 className="text-small font-semibold text-wait">{words("impact")}</h3>
      <ul className="list-disc pl-5">{items}</ul>
    </section>
  );
}

function Changes({
  changes,
  board: { todos },
}: {
  readonly changes: PlanChanges | null;
  readonly board: Board;
}) {
  if (changes === null) return null;
  return <ChangeList things={thingsChanged(changes)} titleOf={titlesOf(todos, changes.todos)} />;
}
