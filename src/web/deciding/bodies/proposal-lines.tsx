import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { thingsChanged } from "../../../plan/views/board/changed-fields.ts";
import { NotRead } from "../../parts/not-read.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { proposalQuery, useClient } from "../../session/api.ts";
import { useBoard } from "../../session/live.ts";
import { useSpeech } from "../../words/words.ts";
import { ChangeList, ImpactList, titlesOf } from "../change-list.tsx";

/** Which lines of a proposal are meant: null while nobody has chosen, and then all that fit. */
export type Picked = readonly number[] | null;

/** What a model proposes, line by line with its reasons, and what the lines that are chosen change together. */
export function ProposalLines({
  hold,
  picked,
  onPick,
}: {
  readonly hold: HoldDetail;
  readonly picked: Picked;
  readonly onPick: (lines: readonly number[]) => void;
}) {
  const { words, inOwnWords } = useSpeech();
  const board = useBoard(hold.plan_id).data;
  const { data, error } = useQuery(proposalQuery(useClient(), hold.id, picked));
  // What fits no more is left out from the start, and the person sees it.
  const fitting =
    data?.lines.every(({ problem }) => problem === null) === false ? data.chosen : null;
  useEffect(() => {
    if (picked === null && fitting !== null) onPick(fitting);
  }, [picked, fitting, onPick]);
  if (data === undefined) return <NotRead lines={4} error={error} />;
  const { lines, diff, impact, problem } = data;
  const chosen = new Set(picked ?? data.chosen);
  // What only goes is what its line says.
  const changed = (diff === null ? [] : thingsChanged(diff)).filter(
    ({ fields }) => fields.length > 0,
  );
  const titleOf = titlesOf(board?.todos ?? [], diff?.todos ?? []);
  const toggle = (line: number): void => {
    const next = new Set(chosen);
    if (!next.delete(line)) next.add(line);
    onPick([...next].toSorted((a, b) => a - b));
  };
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="sr-only">{words("proposal_lines")}</legend>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {lines.map((line) => (
            <li key={line.line}>
              <label className="flex min-h-11 items-start gap-3 px-3 py-2">
                <input
                  type="checkbox"
                  checked={chosen.has(line.line)}
                  disabled={line.problem !== null && !chosen.has(line.line)}
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                  onChange={() => toggle(line.line)}
                />
                <span className="min-w-0">
                  <span className="font-medium">{inOwnWords(line, "meaning")}</span>
                  <span className="block text-soft" lang="">
                    {line.reason}
                  </span>
                  {line.problem !== null && (
                    <span className="block text-bad">
                      <WithCode
                        text={words("proposal_line_unfit", {
                          why: inOwnWords(line.problem, "detail"),
                        })}
                      />
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {problem !== null && (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2">
          <WithCode text={words("proposal_lines_unfit", { why: inOwnWords(problem, "detail") })} />
        </p>
      )}
      {chosen.size === 0 && <p className="text-soft">{words("proposal_none_chosen")}</p>}
      {changed.length > 0 && (
        <div>
          <h3 className="mb-1 text-small font-semibold text-faint">{words("proposal_changes")}</h3>
          <ChangeList things={changed} titleOf={titleOf} />
        </div>
      )}
      {impact !== null && <ImpactList impact={impact} titleOf={titleOf} />}
    </div>
  );
}
