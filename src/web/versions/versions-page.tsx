import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Board } from "../../contract/plan/board.ts";
import type { Checkpoint, PlanVersion } from "../../contract/plan/edit.ts";
import { CHANGE_TYPES } from "../../contract/tables/vocabulary.ts";
import { thingsCompared } from "../../plan/views/board/changed-fields.ts";
import { ChangeList, titlesOf } from "../deciding/change-list.tsx";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/forms/field.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { Section, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { actionsQuery, KEYS, reads, useClient, versionsQuery } from "../session/api.ts";
import { useBoard } from "../session/live.ts";
import { useTitle } from "../session/page/use-title.ts";
import { useMoment } from "../session/use-moment.ts";
import { actorOf } from "../words/actor.ts";
import { useSpeech } from "../words/words.ts";
import { BackQuestion, type Back } from "./back-question.tsx";
import { ForkButton } from "./fork-button.tsx";
import { PlanPageHead } from "./plan-page-head.tsx";
import { SaveHistory } from "./save-history.tsx";
import { SaveTemplate } from "./save-template.tsx";

const route = getRouteApi("/plans/$plan/versions");
/** The newest; a plan may have thousands. */
const SHOWN = 100;

/** What a plan was: each version and what it changed, any two compared, and the ways back. */
export function VersionsPage() {
  const { words } = useSpeech();
  const { plan } = route.useParams();
  const { data: board, error, refetch } = useBoard(plan);
  useTitle(`${words("versions")} · ${board?.plan.title ?? plan}`);
  if (board === undefined)
    return <NotRead isPage lines={10} error={error} onRetry={() => void refetch()} />;
  return <Versions key={plan} board={board} />;
}

function Versions({ board }: { readonly board: Board }) {
  const { words } = useSpeech();
  const client = useClient();
  const { id, version } = board.plan;
  const { from: wantedFrom, to: wantedTo } = route.useSearch();
  const navigate = route.useNavigate();
  const [back, setBack] = useState<Back | null>(null);
  const { data, error } = useQuery(versionsQuery(client, id));
  const checkpoints = useQuery(
    reads([...KEYS.plan(id), "checkpoints"], (call) => client.plans.checkpoints(id, call)),
  );
  const can = useQuery(actionsQuery(client, id)).data?.plan;
  const mayFork = can?.fork.possible === true;
  const versions = (data?.versions ?? []).toReversed();
  const titleOf = titlesOf(
    board.todos,
    (data?.versions ?? []).flatMap(({ changes }) => changes.todos),
  );
  const to = wantedTo ?? version;
  const from = wantedFrom ?? Math.max(1, to - 1);
  const choose = (search: { from?: number; to?: number }): void =>
    void navigate({ search: { from, to, ...search }, replace: true });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-panel">
      <div className="mx-auto max-w-6xl px-4 py-5 md:px-8">
        <PlanPageHead plan={board.plan} heading={words("versions")}>
          <div className="flex flex-wrap gap-2 max-sm:*:w-full">
            {can?.undo.possible === true && (
              <Button
                icon="again"
                says={words("version_undo_last")}
                onPress={() => setBack({ kind: "undo" })}
              />
            )}
            {mayFork && <ForkButton planId={id} />}
            <SaveTemplate plan={board.plan} />
            <SaveHistory planId={id} />
          </div>
        </PlanPageHead>
        <ProblemNote error={error} />
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <div className="min-w-0">
            <ol aria-label={words("versions")} className="flex flex-col gap-1">
              {versions.slice(0, SHOWN).map((one) => (
                <VersionRow
                  key={one.version}
                  version={one}
                  isNow={one.version === version}
                  forkOf={mayFork && one.version !== version ? id : undefined}
                  isShown={one.version === to && from === one.version - 1}
                  onShow={() => choose({ from: Math.max(1, one.version - 1), to: one.version })}
                  onBack={
                    can?.rollback.possible === true && one.version !== version
                      ? () => setBack({ kind: "version", version: one.version })
                      : undefined
                  }
                />
              ))}
            </ol>
            <div className="h-4" />
            <Section title={words("checkpoints")}>
              {checkpoints.data === undefined ? (
                <NotRead
                  lines={3}
                  error={checkpoints.error}
                  onRetry={() => void checkpoints.refetch()}
                />
              ) : (
                <Checkpoints
                  checkpoints={checkpoints.data.checkpoints}
                  titleOf={titleOf}
                  forkOf={mayFork ? id : undefined}
                  onBack={can?.rollback.possible === true ? setBack : undefined}
                />
              )}
            </Section>
          </div>
          {version === 1 ? (
            <p className="text-soft">{words("versions_only_one")}</p>
          ) : (
            <Comparing
              planId={id}
              versions={versions.map((one) => one.version)}
              from={from}
              to={to}
              onChoose={choose}
              titleOf={titleOf}
            />
          )}
        </div>
      </div>
      {back !== null && (
        <BackQuestion planId={id} back={back} titleOf={titleOf} onClose={() => setBack(null)} />
      )}
    </div>
  );
}

function VersionRow({
  version,
  isNow,
  isShown,
  forkOf,
  onShow,
  onBack,
}: {
  readonly version: PlanVersion;
  readonly isNow: boolean;
  /** The plan's id where another can be started from the version. */
  readonly forkOf: string | undefined;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onBack: (() => void) | undefined;
}) {
  const { words } = useSpeech();
  const moment = useMoment();
  const { change_type, at, by, reason, of_version, changes } = version;
  const of = of_version ?? 0;
  const what =
    change_type === "created"
      ? words("version_created")
      : change_type === "edit"
        ? changes.todos.length === 0
          ? words("version_settings")
          : words("version_edit", { count: changes.todos.length })
        : words(`version_${change_type}`, { of });
  return (
    <li
      data-shown={isShown ? "" : undefined}
      className="rounded-lg border border-line p-3 data-shown:border-accent data-shown:bg-accent-tint"
    >
      <button
        type="button"
        aria-pressed={isShown}
        className="flex w-full flex-col text-left pointer-coarse:min-h-11"
        onClick={onShow}
      >
        <span className="flex w-full items-baseline justify-between gap-2">
          <span className="font-semibold">
            {words("version", { version: version.version })}{" "}
            {isNow && <span className="ml-1 text-small text-good">{words("version_now")}</span>}
          </span>
          <time dateTime={at} className="text-small text-soft">
            {moment(at)}
          </time>
        </span>
        <span className="text-small text-soft">
          {actorOf(by, words)} · {what}
        </span>
        {reason !== null && (
          <span className="mt-0.5 line-clamp-2" lang="">
            {reason}
          </span>
        )}
      </button>
      {(onBack !== undefined || forkOf !== undefined) && (
        <div className="mt-1 -ml-3 flex flex-wrap">
          {onBack !== undefined && (
            <Button
              look="bare"
              aria-label={words("version_back_to", { version: version.version })}
              onPress={onBack}
            >
              {words("version_back")}
            </Button>
          )}
          {forkOf !== undefined && (
            <ForkButton planId={forkOf} moment={{ version: version.version }} look="bare" />
          )}
        </div>
      )}
    </li>
  );
}

function Checkpoints({
  checkpoints,
  titleOf,
  forkOf,
  onBack,
}: {
  readonly checkpoints: readonly Checkpoint[];
  readonly forkOf: string | undefined;
  readonly titleOf: (id: string) => string;
  readonly onBack: ((back: Back) => void) | undefined;
}) {
  const { words } = useSpeech();
  const moment = useMoment();
  const phaseName = (phase: string): string => {
    const change = CHANGE_TYPES.find((one) => one === phase);
    return change === undefined ? phase : words(`checkpoint_${change}`);
  };
  if (checkpoints.length === 0) return <p className="text-faint">{words("checkpoints_empty")}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {checkpoints
        .toReversed()
        .slice(0, SHOWN)
        .map(({ checkpoint_id, timestamp, phase, todo_id, version, overall_progress }) => (
          <li key={checkpoint_id} className="flex flex-wrap items-center justify-between gap-x-2">
            <span id={`at-${checkpoint_id}`} className="min-w-0">
              <span lang="">{todo_id === null ? phaseName(phase) : titleOf(todo_id)}</span>
              <span className="block text-small text-soft">
                {moment(timestamp)} ·{" "}
                {words("checkpoint_at", { percent: Math.round(overall_progress), version })}
              </span>
            </span>
            <span className="flex flex-wrap">
              {onBack !== undefined && (
                <Button
                  look="bare"
                  aria-describedby={`at-${checkpoint_id}`}
                  onPress={() => onBack({ kind: "checkpoint", checkpoint: checkpoint_id })}
                >
                  {words("restore")}
                </Button>
              )}
              {forkOf !== undefined && (
                <ForkButton
                  planId={forkOf}
                  moment={{ checkpoint_id }}
                  look="bare"
                  describedBy={`at-${checkpoint_id}`}
                />
              )}
            </span>
          </li>
        ))}
    </ul>
  );
}

function Comparing({
  planId,
  versions,
  from,
  to,
  onChoose,
  titleOf,
}: {
  readonly planId: string;
  readonly versions: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly onChoose: (search: { from?: number; to?: number }) => void;
  readonly titleOf: (id: string) => string;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const { data, error } = useQuery(
    reads([...KEYS.plan(planId), "compare", from, to], (call) =>
      client.plans.compare(planId, { from, to }, call),
    ),
  );
  const things = data === undefined ? [] : thingsCompared(data);
  return (
    <section aria-labelledby="compare-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <h2 id="compare-title" className="mr-auto text-head font-semibold">
          {words("version_before_after", { from, to })}
        </h2>
        {(["from", "to"] as const).map((side) => (
          <Field key={side} label={words(`version_${side}`)}>
            {(wired) => (
              <select
                {...wired}
                className="field"
                value={side === "from" ? from : to}
                onChange={({ target }) => onChoose({ [side]: Number(target.value) })}
              >
                {versions.map((version) => (
                  <option key={version} value={version}>
                    {words("version", { version })}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      <ProblemNote error={error} />
      {data === undefined ? (
        error === null && <Skeleton lines={4} />
      ) : things.length === 0 ? (
        <p className="text-faint">{words("version_same")}</p>
      ) : (
        <ChangeList things={things} titleOf={titleOf} isSideBySide />
      )}
    </section>
  );
}
