import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Decided } from "../../client/shapes.ts";
import { startedAgent } from "../../plan/views/holds/started-agent.ts";
import { Arguments } from "../deciding/arguments.tsx";
import { consequenceText } from "../deciding/consequences.tsx";
import { Button } from "../parts/button.tsx";
import { TimeLeft } from "../parts/countdown.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { TextField } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { WithCode } from "../parts/values/with-code.tsx";
import { systemQuery, useClient } from "../session/api.ts";
import { noteDecided, noteUndone } from "../session/decided.ts";
import { useSpeech } from "../words/words.ts";
import type { Looked } from "./equal-holds.ts";
import type { Meanwhile } from "./use-meanwhile.ts";

type Word = "approve" | "reject";
type Ended = Decided["results"][number] & { readonly word: Word };

/**
 * Requests that would run the same: what runs is shown once, what it starts and stops for each. Each
 * decision is one of its own, bound to the bytes that were shown, and so is what became of it.
 */
export function TogetherGroup({
  group,
  meanwhile,
}: {
  readonly group: readonly Looked[];
  /** What became of them while they are looked at, by their ids. */
  readonly meanwhile: ReadonlyMap<string, Meanwhile>;
}) {
  const { words } = useSpeech();
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState("");
  const { decide, ended, left } = useTogether(group, meanwhile);
  const section = useRef<HTMLElement>(null);
  const isDone = left.length === 0;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isDone) section.current?.focus();
  }, [isDone]);
  const [first] = group;
  if (first === undefined) return null;
  const count = left.length;
  const title = words("together_group", {
    count: group.length,
    tool: first.hold.tool_name ?? startedAgent(first.hold) ?? words("no_tool"),
  });
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`${title}: ${first.hold.title}`}
      className="rounded-lg border border-line p-3"
    >
      <h3 className="mb-2 font-semibold">{title}</h3>
      <Arguments hold={first.hold} isOneOfMany={group.length > 1} />
      <ul className="my-3 flex flex-col divide-y divide-line border-y border-line">
        {group.map((one) => (
          <Line
            key={one.hold.id}
            looked={one}
            meanwhile={meanwhile.get(one.hold.id)}
            result={ended.find(({ hold_id }) => hold_id === one.hold.id)}
          />
        ))}
      </ul>
      <ProblemNote error={decide.error} />
      {!isDone && isRejecting && (
        <Form
          label={words("reject")}
          onSend={() => decide.mutate({ word: "reject", reason })}
          onLeave={() => setRejecting(false)}
        >
          <TextField
            label={words("reason")}
            hint={words("reason_hint")}
            optional
            rows={2}
            autoFocus
            value={reason}
            onChange={setReason}
          />
          <Ending
            look="bad"
            icon="cross"
            isDisabled={decide.isPending}
            onLeave={() => setRejecting(false)}
          >
            {words("together_reject", { count })}
          </Ending>
        </Form>
      )}
      {!isDone && !isRejecting && (
        <div className="flex flex-wrap items-center gap-2">
          {first.hold.irreversible === true ? (
            <p className="text-soft">{words("irreversible_each")}</p>
          ) : (
            <Button
              look="main"
              icon="check"
              isDisabled={decide.isPending}
              sends
              onPress={() => decide.mutate({ word: "approve", reason: "" })}
            >
              {words("together_approve", { count })}
            </Button>
          )}
          <Button
            look="bad"
            icon="cross"
            isDisabled={decide.isPending}
            onPress={() => setRejecting(true)}
          >
            {words("together_reject", { count })}
          </Button>
        </div>
      )}
    </section>
  );
}

/** One of them: which plan's, what each choice does there, and what became of it. */
function Line({
  looked: { hold, choices },
  meanwhile: { until, gone } = { until: null, gone: null },
  result,
}: {
  readonly looked: Looked;
  readonly meanwhile: Meanwhile | undefined;
  readonly result: Ended | undefined;
}) {
  const speech = useSpeech();
  const { words, inOwnWords } = speech;
  const approve = choices.choices.find(({ choice }) => choice === "approve");
  const reject = choices.choices.find(
    ({ choice, then }) => choice === "reject" && then === hold.on_reject,
  );
  const problem = result?.problem;
  const isLeft = result === undefined && gone === null;
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium" lang="">
          {hold.title}
        </span>
        <code className="font-mono text-small text-faint">{hold.id}</code>
        {isLeft && <TimeLeft until={until} />}
      </p>
      {inOwnWords(hold, "message") !== "" && (
        <p className="text-soft" lang="">
          {inOwnWords(hold, "message")}
        </p>
      )}
      {result === undefined && gone !== null ? (
        <p role="status" className="flex items-center gap-1 font-medium">
          <Icon name="clock" />
          {gone.deciding === null
            ? words(`hold_${gone.status}`)
            : words("row_decided", { by: gone.deciding.by })}
        </p>
      ) : result === undefined ? (
        <p className="text-small text-soft">
          {approve !== undefined && `${words("approve")}: ${consequenceText(approve, speech)}`}
          {reject !== undefined && (
            <>
              <br />
              {`${words("reject")}: ${consequenceText(reject, speech)}`}
            </>
          )}
        </p>
      ) : problem === undefined ? (
        <p role="status" className="flex items-center gap-1 font-medium text-good">
          <Icon name="check" />
          {words(result.word === "reject" ? "together_rejected" : "together_approved")}
        </p>
      ) : (
        <p role="alert" className="flex items-center gap-1 font-medium text-bad">
          <Icon name="alert" />
          <WithCode text={inOwnWords(problem, "detail")} />
        </p>
      )}
    </li>
  );
}

/**
 * Sends a decision for each that is left, and says what became of each; what is taken back is left again, and
 * what waits no more is not.
 */
function useTogether(group: readonly Looked[], meanwhile: ReadonlyMap<string, Meanwhile>) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  const left = group.filter(
    ({ hold: { id } }) =>
      !ended.some(({ hold_id }) => hold_id === id) && (meanwhile.get(id)?.gone ?? null) === null,
  );
  const undo = async (ids: readonly string[]): Promise<void> => {
    const settled = await Promise.allSettled(ids.map((id) => client.holds.undo(id)));
    const undone = ids.filter((_, place) => settled[place]?.status === "fulfilled");
    undone.forEach(noteUndone);
    setEnded((all) => all.filter(({ hold_id }) => !undone.includes(hold_id)));
    toast(words("together_undone", { count: undone.length, total: ids.length }));
    await queries.invalidateQueries();
  };
  const decide = useMutation({
    async mutationFn({ word, reason }: { readonly word: Word; readonly reason: string }) {
      const { grace_seconds } = await queries.ensureQueryData(systemQuery(client));
      const said = reason.trim() === "" ? {} : { reason };
      return client.holds.decideMany({
        decisions: left.map(({ hold: { id: hold_id, digest } }) => ({
          hold_id,
          decision: word,
          digest,
          grace_seconds,
          ...said,
        })),
      });
    },
    onSuccess({ results }, { word }) {
      setEnded((all) => [...all, ...results.map((result) => ({ ...result, word }))]);
      const stand = results.filter(({ problem }) => problem === undefined);
      const ids = stand.map(({ hold_id }) => hold_id);
      const until = stand[0]?.receipt?.hold?.deciding?.takes_effect_at;
      for (const id of ids) noteDecided(id, until);
      if (until === undefined) return;
      const text = words(`together_sent_${word}`, { count: ids.length });
      toast(text, { name: words("undo"), run: () => void undo(ids) }, until);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ["lists"] }),
  });
  return { decide, ended, left };
}
