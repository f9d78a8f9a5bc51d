import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Proposal } from "../../contract/words.ts";
import { thingsChanged } from "../../plan/views/board/changed-fields.ts";
import { ChangeList, ImpactList, titlesOf } from "../deciding/change-list.tsx";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { WithCode } from "../parts/values/with-code.tsx";
import { KEYS, useClient } from "../session/api.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";
import { Guidance } from "./guidance.tsx";
import { noteSaid, type ProposalEnd, type Reply, type Said } from "./said.ts";

/**
 * A wish in words as an edit: what was understood of it line by line, what it would change, and nothing
 * happens before the person says to which lines yes.
 */
export function ProposalCard({
  board,
  said,
  reply,
  onSay,
}: {
  readonly board: Board;
  readonly said: Said;
  readonly reply: Extract<Reply, { readonly kind: "proposal" }>;
  /** Says something else instead. */
  readonly onSay: (text: string) => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const planId = board.plan.id;
  const { instruction, end } = reply;
  // Kept with the words, which stay when the chat is closed: what was applied is not offered again.
  const setEnd = (to: ProposalEnd): void =>
    noteSaid(planId, { ...said, reply: { ...reply, end: to } });
  // A proposal is for the plan as it was: it is made anew only when somebody asks for it.
  const key = ["proposal", planId, said.id];
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.plans.proposeEdit(planId, { instruction }, { signal }),
    staleTime: Infinity,
    enabled: end === null,
  });
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const [hasMoved, setMoved] = useState(false);
  const apply = useCommand(
    planId,
    async (input: Pick<Proposal, "operations" | "base_version">) => {
      const { operations: ops, base_version } = input;
      const { seq } = await client.plans.edit(planId, {
        ops,
        base_version,
        reason: instruction.slice(0, LIMITS.reason),
      });
      // Others may have made newer ones since.
      const { versions } = await client.plans.versions(planId);
      return versions.find((made) => made.seq === seq)!.version;
    },
    (version) => {
      setEnd({ version });
      toast(words("proposal_applied", { version }));
    },
  );
  const undo = useCommand(
    planId,
    // Only this change is taken back: with a newer one on top, the plan says so.
    (version: number) => client.plans.undo(planId, {}, { version }),
    () => {
      toast(words("sent_undo"));
      setEnd("taken_back");
    },
  );
  const isStale = isMovedOn(apply.error);
  const send = (proposal: Pick<Proposal, "operations" | "base_version">): void =>
    apply.mutate(proposal, {
      onError(refusal) {
        if (!isMovedOn(refusal)) return;
        setMoved(true);
        setChosen(null);
        void queries.invalidateQueries({ queryKey: key });
      },
    });
  if (end === "discarded") return <p className="text-soft">{words("proposal_discarded")}</p>;
  if (end === "taken_back") return <p className="text-soft">{words("proposal_taken_back")}</p>;
  if (end !== null) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex items-center gap-1.5 text-good">
          <Icon name="check" />
          {words("proposal_applied", { version: end.version })}
        </p>
        <Button
          look="bare"
          icon="again"
          isDisabled={undo.isPending}
          sends
          onPress={() => undo.mutate(end.version)}
        >
          {words("undo")}
        </Button>
        <ProblemNote error={undo.error} />
      </div>
    );
  }
  if (data === undefined) return <NotRead lines={3} error={error} onRetry={() => void refetch()} />;
  return (
    <Reading
      board={board}
      proposal={data}
      chosen={chosen ?? new Set(data.understood.keys())}
      hasMoved={hasMoved}
      isSending={apply.isPending || isFetching}
      error={isStale ? null : apply.error}
      onChoose={setChosen}
      onSay={onSay}
      onApply={(operations) => send({ operations, base_version: data.base_version })}
      onDiscard={() => setEnd("discarded")}
    />
  );
}

/** Whether a plan has other versions by now that touch the same. */
function isMovedOn(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "stale_plan_version";
}

function Reading({
  board,
  proposal,
  chosen,
  hasMoved,
  isSending,
  error,
  onChoose,
  onSay,
  onApply,
  onDiscard,
}: {
  readonly board: Board;
  readonly proposal: Proposal;
  readonly chosen: ReadonlySet<number>;
  readonly hasMoved: boolean;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
  readonly onSay: (text: string) => void;
  readonly onApply: (operations: Proposal["operations"]) => void;
  readonly onDiscard: () => void;
}) {
  const { words, inOwnWords } = useSpeech();
  const { plan_id, base_version, operations, understood, not_understood, choices, problem } =
    proposal;
  const isAll = understood.every((_, place) => chosen.has(place));
  const places = new Set(
    understood.flatMap((one, place) => (chosen.has(place) ? one.operations : [])),
  );
  const picked = isAll ? operations : operations.filter((_, place) => places.has(place));
  const preview = usePicked(plan_id, base_version, picked, !isAll);
  if (operations.length === 0 && choices.length === 0) {
    return <Guidance board={board} left={not_understood} onSay={onSay} />;
  }
  const diff = isAll ? proposal.diff : (preview.data?.changes ?? null);
  const impact = isAll ? proposal.impact : (preview.data?.impact ?? null);
  const titleOf = titlesOf(board.todos, proposal.diff?.todos ?? []);
  return (
    <section aria-label={words("proposal")} className="flex flex-col gap-3">
      {hasMoved && (
        <p role="status" className="rounded-md bg-wait-tint px-3 py-2">
          {words("proposal_moved")}
        </p>
      )}
      {understood.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-small font-semibold text-faint">{words("reads_as")}</legend>
          {understood.map((one, place) => (
            <label
              key={`${one.line} ${one.column} ${one.text}`}
              className="flex min-h-8 items-start gap-2 py-1"
            >
              <input
                type="checkbox"
                checked={chosen.has(place)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                onChange={() => {
                  const next = new Set(chosen);
                  if (!next.delete(place)) next.add(place);
                  onChoose(next);
                }}
              />
              <span lang="">{inOwnWords(one, "meaning")}</span>
            </label>
          ))}
        </fieldset>
      )}
      {not_understood.map((one) => (
        <div key={`${one.line} ${one.column}`} className="rounded-md bg-bad-tint px-3 py-2">
          <p className="font-medium">{words("proposal_left", { text: one.text })}</p>
          <p>
            <WithCode text={inOwnWords(one, "detail")} />
          </p>
        </div>
      ))}
      {choices.map(({ name, options, line, column }) => (
        <div key={`${line} ${column}`} role="group" aria-label={words("proposal_which", { name })}>
          <p className="mb-1 font-medium">{words("proposal_which", { name })}</p>
          <div className="flex flex-wrap gap-2">
            {options.map(({ todo_id, title, instruction }) => (
              <Button key={instruction} onPress={() => onSay(instruction)}>
                <span lang="">{title}</span>
                <span className="font-mono text-small text-faint">
                  {todo_id ?? words("proposal_new")}
                </span>
              </Button>
            ))}
          </div>
        </div>
      ))}
      {problem !== null && isAll && (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2">
          <WithCode text={words("proposal_refused", { detail: inOwnWords(problem, "detail") })} />
        </p>
      )}
      {diff !== null && picked.length > 0 && (
        <div>
          <h3 className="mb-1 text-small font-semibold text-faint">{words("proposal_changes")}</h3>
          <ChangeList things={thingsChanged(diff)} titleOf={titleOf} />
        </div>
      )}
      {impact !== null && picked.length > 0 && <ImpactList impact={impact} titleOf={titleOf} />}
      <ProblemNote error={error ?? preview.error} />
      <div className="flex flex-wrap gap-2">
        {operations.length > 0 && choices.length === 0 && (
          <Button
            look="main"
            icon="check"
            isDisabled={
              isSending || picked.length === 0 || diff === null || (isAll && problem !== null)
            }
            sends
            onPress={() => onApply(picked)}
          >
            {isAll
              ? words("apply")
              : words("proposal_apply_some", { count: chosen.size, total: understood.length })}
          </Button>
        )}
        <Button look="bare" isDisabled={isSending} onPress={onDiscard}>
          {words("proposal_discard")}
        </Button>
      </div>
    </section>
  );
}

/** What only some of the lines would do. */
function usePicked(planId: string, base: number, ops: Proposal["operations"], isWanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEYS.plan(planId), "picked", base, ops],
    queryFn: ({ signal }) =>
      client.plans.edit(planId, { ops, base_version: base }, { validateOnly: true, signal }),
    enabled: isWanted && ops.length > 0,
  });
}
