import { useQuery } from "@tanstack/react-query";
import type { Client } from "../../client/client.ts";
import { thingsChanged } from "../../plan/views/board/changed-fields.ts";
import { ChangeList, impactItems, ImpactList, type TitleOf } from "../deciding/change-list.tsx";
import { Question } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { KEYS, useClient } from "../session/api.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";

/** A way back. */
export type Back =
  | { readonly kind: "undo" }
  | { readonly kind: "version"; readonly version: number }
  | { readonly kind: "checkpoint"; readonly checkpoint: string };

/** Whether to go back, with what that changes, what runs again and what stays as it is outside. */
export function BackQuestion({
  planId,
  back,
  titleOf,
  onClose,
}: {
  readonly planId: string;
  readonly back: Back;
  readonly titleOf: TitleOf;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const preview = useQuery({
    queryKey: [...KEYS.plan(planId), "back", back],
    queryFn: ({ signal }) => look(client, planId, back, signal),
    staleTime: 0,
  });
  const command = useCommand(
    planId,
    (version: number) => go(client, planId, back, version),
    () => {
      const { kind } = back;
      if (kind === "undo") toast(words("sent_undo"));
      else if (kind === "version") toast(words("sent_back", { version: back.version }));
      else toast(words("sent_restore"));
      onClose();
    },
  );
  const title =
    back.kind === "undo"
      ? words("undo_title")
      : back.kind === "version"
        ? words("back_title", { version: back.version })
        : words("restore_title");
  const { data } = preview;
  const things = data?.changes == null ? [] : thingsChanged(data.changes);
  const isUntouched = data === undefined || impactItems(data.impact, titleOf, words).length === 0;
  return (
    <Question title={title} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <p className="text-soft">{words("back_detail")}</p>
        {data === undefined && preview.error === null && <Skeleton lines={3} />}
        {data !== undefined && (
          <>
            {things.length === 0 ? (
              <p>{words(isUntouched ? "back_nothing" : "back_progress")}</p>
            ) : (
              <ChangeList things={things} titleOf={titleOf} />
            )}
            <div>
              <h3 className="mb-1 text-small font-semibold text-faint">{words("back_impact")}</h3>
              <ImpactList impact={data.impact} titleOf={titleOf} />
            </div>
          </>
        )}
        <ProblemNote error={command.error ?? preview.error} />
        <Ending
          isRight
          isDisabled={data === undefined || command.isPending}
          onPress={() => data !== undefined && command.mutate(data.base_version)}
          onLeave={onClose}
        >
          {words(back.kind === "undo" ? "undo" : back.kind === "version" ? "back_do" : "restore")}
        </Ending>
      </div>
    </Question>
  );
}

function targetOf(back: Exclude<Back, { readonly kind: "undo" }>) {
  return back.kind === "version" ? { version: back.version } : { checkpoint_id: back.checkpoint };
}

function look(client: Client, planId: string, back: Back, signal: AbortSignal) {
  const dry = { validateOnly: true, signal } as const;
  return back.kind === "undo"
    ? client.plans.undo(planId, {}, dry)
    : client.plans.rollback(planId, targetOf(back), dry);
}

/** @param version the one that the person was shown what it does to. */
function go(client: Client, planId: string, back: Back, version: number) {
  return back.kind === "undo"
    ? client.plans.undo(planId, {}, { version })
    : client.plans.rollback(planId, targetOf(back), { version });
}
