import { useRef, useState } from "react";
import type { Choices } from "../../../contract/plan/holds/choices.ts";
import type { DecisionInput, HoldDetail } from "../../../contract/plan/holds/hold.ts";
import type { HoldKind } from "../../../contract/tables/vocabulary.ts";
import { Button } from "../../parts/button.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Form, useRefusal } from "../../parts/forms/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { useClient } from "../../session/api.ts";
import { noteDecided } from "../../session/decided.ts";
import { useShortcut } from "../../session/keys/shortcuts.ts";
import { useCommand } from "../../session/use-command.ts";
import { useSpeech } from "../../words/words.ts";
import type { Picked } from "../bodies/proposal-lines.tsx";
import { useDecide, type Sent } from "../use-decide.ts";
import { useKeptFrom, useMayDecide } from "../use-may-decide.ts";
import { AnswerForm } from "./answer-form.tsx";
import { BudgetForm } from "./budget-form.tsx";
import { EditArguments } from "./edit-arguments.tsx";
import { IrreversibleForm } from "./irreversible-form.tsx";
import { Labelled } from "./labelled.tsx";
import { limitText, offeredBudget } from "./offered-budget.ts";
import { RejectForm } from "./reject-form.tsx";
import { RememberForm } from "./remember-form.tsx";

const APPROVE = {
  plan_review: "approve_plan",
  recovery: "retry",
  proposal: "approve_proposal",
  approval: "approve",
  budget: "approve",
  goal: "approve",
  input: "approve",
} as const satisfies Record<HoldKind, string>;
type Writing = "edit" | "reject" | "withdraw" | "remember" | null;

/** What can be decided now: exactly the choices that the plan offers, and nothing else. */
export function DecidePanel({
  hold,
  choices,
  picked = null,
  remarks = "",
  onSent,
}: {
  readonly hold: HoldDetail;
  readonly choices: Choices;
  /** Of a proposal: which lines are accepted. */
  readonly picked?: Picked;
  /** Of a plan's review: what was said about its todos, which goes with the decision. */
  readonly remarks?: string;
  /** Told what became of what was sent, unless it was refused for another reason. */
  readonly onSent: (sent: Sent) => void;
}) {
  const { words, language } = useSpeech();
  const client = useClient();
  const [writing, setWriting] = useState<Writing>(null);
  // The button of what was left takes the focus when the buttons are back.
  const [left, setLeft] = useState<Writing | "approve">(null);
  const kept = useKeptFrom(hold);
  const hasRole = useMayDecide() !== false;
  const isAllowed = hasRole && kept !== "deciding";
  const answering = useRef<HTMLDivElement>(null);
  const takes = (word: string): boolean =>
    isAllowed &&
    (kept === null || (word !== "approve" && word !== "edit")) &&
    choices.choices.some(({ choice }) => choice === word);
  // Where only some lines of a proposal fit, it is they that can be approved.
  const canApprove = takes("approve") || (isAllowed && hold.kind === "proposal" && picked !== null);
  const decide = useDecide(hold, onSent);
  const [unsure, setUnsure] = useState<DecisionInput | null>(null);
  // What lets something run that nobody can undo is asked about once more.
  const send = (decision: DecisionInput): void => {
    const isRunning = decision.decision === "approve" || decision.decision === "edit";
    if (hold.irreversible === true && isRunning) setUnsure(decision);
    else decide.mutate(decision);
  };
  // What is wrong with changed arguments is told at their fields.
  const backToEdit = (): void => {
    if (writing === "edit") setUnsure(null);
  };
  const withdraw = useCommand(
    hold.plan_id,
    () => client.holds.withdraw(hold.id),
    () => {
      noteDecided(hold.id);
      toast(words("sent_withdraw", { title: hold.title }));
      onSent("taken");
    },
  );
  const refusal = useRefusal(decide.error ?? withdraw.error);
  const { digest, kind, input_request } = hold;
  const isSending = decide.isPending || withdraw.isPending;
  const leave = (): void => {
    setLeft(writing);
    setWriting(null);
  };
  const isFree = writing === null && unsure === null;
  const toAnswer = (): void =>
    answering.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  useShortcut("answer", ["KeyI"], takes("answer") && isFree ? toAnswer : undefined);
  const offered = offeredBudget(hold);
  const total = hold.proposal?.lines.length ?? 0;
  const isSome = picked !== null && picked.length < total;
  const chosen = picked === null || !isSome ? {} : { lines: [...picked] };
  const comment = remarks === "" ? {} : { comment: remarks };
  const approveWord = isSome ? "approve_some" : APPROVE[kind];
  const buttons = (
    <>
      {canApprove && (
        <Button
          look="main"
          icon={kind === "recovery" ? "again" : "check"}
          shortcut={{ code: "KeyA", says: "approve" }}
          autoFocus={left === "approve"}
          isDisabled={isSending || picked?.length === 0}
          sends
          onPress={() => send({ decision: "approve", digest, ...chosen, ...comment })}
        >
          <Labelled label={hold.labels?.approve}>
            {offered === null
              ? words(approveWord, { count: picked?.length ?? 0, total })
              : words("budget_raise", { limit: limitText(offered, { words, language }) })}
          </Labelled>
        </Button>
      )}
      {canApprove && choices.choices.some(({ approval }) => approval === "every_todo") && (
        <Button
          icon="check"
          action={words("approve_each")}
          isDisabled={isSending}
          sends
          onPress={() =>
            decide.mutate({ decision: "approve", approval: "every_todo", digest, ...comment })
          }
        >
          {words("approve_each")}
        </Button>
      )}
      {canApprove && choices.may_remember && (
        <Button
          look="bare"
          action={words("approve_remember")}
          isDisabled={isSending}
          autoFocus={left === "remember"}
          onPress={() => setWriting("remember")}
        >
          {words("approve_remember")}
        </Button>
      )}
      {takes("edit") && Object.keys(hold.args ?? {}).length > 0 && (
        <Button
          icon="pencil"
          shortcut={{ code: "KeyE", says: "edit_arguments" }}
          isDisabled={isSending}
          autoFocus={left === "edit"}
          onPress={() => setWriting("edit")}
        >
          {words(offered === null ? "edit_arguments" : "budget_other")}
        </Button>
      )}
      {takes("reject") && (
        <Button
          look="bad"
          icon="cross"
          shortcut={{ code: "KeyR", says: "reject" }}
          isDisabled={isSending}
          autoFocus={left === "reject"}
          onPress={() => setWriting("reject")}
        >
          <Labelled label={hold.labels?.reject}>
            {words(kind === "budget" ? "budget_stop" : kind === "goal" ? "goal_reject" : "reject")}
          </Labelled>
        </Button>
      )}
      {takes("withdraw") && (
        <Button
          look="bare"
          action={words("withdraw")}
          isDisabled={isSending}
          autoFocus={left === "withdraw"}
          onPress={() => setWriting("withdraw")}
        >
          {words("withdraw")}
        </Button>
      )}
    </>
  );
  return (
    <div ref={refusal.forms} className="flex flex-col gap-3">
      {!hasRole && (
        <p className="text-soft">
          <WithCode text={words("deciding_takes_role")} />
        </p>
      )}
      {hasRole && kept !== null && <p className="text-soft">{words(`kept_from_${kept}`)}</p>}
      <div ref={refusal.why} tabIndex={-1} className="empty:hidden">
        <ProblemNote error={decide.error ?? withdraw.error} />
      </div>
      {takes("answer") && input_request !== null && (
        <div ref={answering}>
          <AnswerForm
            hold={hold}
            request={input_request}
            isSending={isSending}
            error={decide.error}
            onSend={decide.mutate}
          >
            {isFree && buttons}
          </AnswerForm>
        </div>
      )}
      {unsure !== null && (
        <IrreversibleForm
          title={hold.title}
          edited={unsure.args}
          isSending={isSending}
          onLeave={() => {
            setLeft("approve");
            setUnsure(null);
          }}
          onSend={() => decide.mutate(unsure, { onError: backToEdit })}
        />
      )}
      {/* What is asked about once more stays as it was sent: its form waits out of reach, with all that was written. */}
      <div hidden={unsure !== null} className="empty:hidden">
        {writing === "edit" && offered !== null && (
          <BudgetForm
            offered={offered}
            isSending={isSending}
            onLeave={leave}
            onSend={(args) => decide.mutate({ decision: "edit", args, digest })}
          />
        )}
        {writing === "edit" && offered === null && (
          <EditArguments
            hold={hold}
            isSending={isSending}
            error={decide.error}
            onLeave={leave}
            onSend={(args) => send({ decision: "edit", args, digest })}
          />
        )}
        {writing === "remember" && (
          <RememberForm
            hold={hold}
            isSending={isSending}
            onLeave={leave}
            onSend={(decision) => decide.mutate({ ...decision, ...comment })}
          />
        )}
        {writing === "reject" && (
          <RejectForm
            hold={hold}
            choices={choices}
            isSending={isSending}
            onLeave={leave}
            onSend={(decision) => decide.mutate({ ...decision, ...comment })}
          />
        )}
        {writing === "withdraw" && (
          <Form label={words("withdraw")} onSend={() => withdraw.mutate(undefined)} onLeave={leave}>
            <p>{words("withdraw_detail")}</p>
            <Ending look="bad" autoFocus isDisabled={isSending} onLeave={leave}>
              {words("withdraw")}
            </Ending>
          </Form>
        )}
      </div>
      {isFree && !takes("answer") && <div className="flex flex-wrap gap-2">{buttons}</div>}
    </div>
  );
}
