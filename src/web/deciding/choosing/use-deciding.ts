import { useState } from "react";
import type { Choices } from "../../../contract/plan/holds/choices.ts";
import type { DecisionInput, HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { toast } from "../../parts/toasts.tsx";
import { useClient } from "../../session/api.ts";
import { noteDecided } from "../../session/decided.ts";
import { useCommand } from "../../session/use-command.ts";
import { useSpeech } from "../../words/words.ts";
import type { Picked } from "../bodies/proposal-lines.tsx";
import { useDecide, type Sent } from "../use-decide.ts";
import { useKeptFrom, useMayDecide } from "../use-may-decide.ts";

export interface ToDecide {
  readonly hold: HoldDetail;
  readonly choices: Choices;
  /** Of a proposal: which lines are accepted. */
  readonly picked?: Picked;
  /** Of a plan's review: what was said about its todos, which goes with the decision. */
  readonly remarks?: string;
  /** Told what became of what was sent, unless it was refused for another reason. */
  readonly onSent: (sent: Sent) => void;
}

type Writing = "edit" | "reject" | "withdraw" | "remember" | null;

/** What the panel and its buttons share. */
export type Deciding = ReturnType<typeof useDeciding>;

/** A decision as it comes to be: what the plan offers this person, what they write for it, and what becomes of what they send. */
export function useDeciding({ hold, choices, picked = null, remarks = "", onSent }: ToDecide) {
  const { words } = useSpeech();
  const client = useClient();
  const [writing, setWriting] = useState<Writing>(null);
  // The button of what was left takes the focus when the buttons are back.
  const [left, setLeft] = useState<Writing | "approve">(null);
  const [unsure, setUnsure] = useState<DecisionInput | null>(null);
  const kept = useKeptFrom(hold);
  const hasRole = useMayDecide() !== false;
  const isAllowed = hasRole && kept !== "deciding";
  const takes = (word: string): boolean =>
    isAllowed &&
    (kept === null || (word !== "approve" && word !== "edit")) &&
    choices.choices.some(({ choice }) => choice === word);
  const decide = useDecide(hold, onSent);
  const withdraw = useCommand(
    hold.plan_id,
    () => client.holds.withdraw(hold.id),
    () => {
      noteDecided(hold.id);
      toast(words("sent_withdraw", { title: hold.title }));
      onSent("taken");
    },
  );
  return {
    kept,
    hasRole,
    takes,
    // Where only some lines of a proposal fit, it is they that can be approved.
    canApprove: takes("approve") || (isAllowed && hold.kind === "proposal" && picked !== null),
    /** What was said about the plan's todos, as a decision carries it. */
    comment: remarks === "" ? {} : { comment: remarks },
    decide,
    withdraw: (): void => withdraw.mutate(undefined),
    /** Sends a decision; what lets something run that nobody can undo is asked about once more. */
    send: (decision: DecisionInput): void => {
      const isRunning = decision.decision === "approve" || decision.decision === "edit";
      if (hold.irreversible === true && isRunning) setUnsure(decision);
      else decide.mutate(decision);
    },
    unsure,
    sendUnsure: (decision: DecisionInput): void =>
      decide.mutate(decision, {
        // What is wrong with changed arguments is told at their fields.
        onError: () => {
          if (writing === "edit") setUnsure(null);
        },
      }),
    leaveUnsure: (): void => {
      setLeft("approve");
      setUnsure(null);
    },
    error: decide.error ?? withdraw.error,
    isSending: decide.isPending || withdraw.isPending,
    writing,
    write: setWriting,
    left,
    leave: (): void => {
      setLeft(writing);
      setWriting(null);
    },
  };
}
