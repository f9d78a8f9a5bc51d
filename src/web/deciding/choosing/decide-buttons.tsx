import type { Choices } from "../../../contract/plan/holds/choices.ts";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import type { HoldKind } from "../../../contract/tables/vocabulary.ts";
import { Button } from "../../parts/button.tsx";
import { useSpeech } from "../../words/words.ts";
import type { Picked } from "../bodies/proposal-lines.tsx";
import { Labelled } from "./labelled.tsx";
import { limitText, offeredBudget } from "./offered-budget.ts";
import type { Deciding } from "./use-deciding.ts";

const APPROVE = {
  plan_review: "approve_plan",
  recovery: "retry",
  proposal: "approve_proposal",
  approval: "approve",
  budget: "approve",
  goal: "approve",
  input: "approve",
} as const satisfies Record<HoldKind, string>;

/** A button for each choice that the plan offers, and for nothing else. */
export function DecideButtons({
  hold,
  choices,
  picked,
  deciding,
}: {
  readonly hold: HoldDetail;
  readonly choices: Choices;
  readonly picked: Picked;
  readonly deciding: Deciding;
}) {
  const { words, language } = useSpeech();
  const { takes, canApprove, comment, decide, send, isSending, left, write } = deciding;
  const { digest, kind } = hold;
  const offered = offeredBudget(hold);
  const total = hold.proposal?.lines.length ?? 0;
  const isSome = picked !== null && picked.length < total;
  const chosen = picked === null || !isSome ? {} : { lines: [...picked] };
  const approveWord = isSome ? "approve_some" : APPROVE[kind];
  return (
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
          says={words("approve_each")}
          isDisabled={isSending}
          sends
          onPress={() =>
            decide.mutate({ decision: "approve", approval: "every_todo", digest, ...comment })
          }
        />
      )}
      {canApprove && choices.may_remember && (
        <Button
          look="bare"
          says={words("approve_remember")}
          isDisabled={isSending}
          autoFocus={left === "remember"}
          onPress={() => write("remember")}
        />
      )}
      {takes("edit") && Object.keys(hold.args ?? {}).length > 0 && (
        <Button
          icon="pencil"
          shortcut={{ code: "KeyE", says: "edit_arguments" }}
          isDisabled={isSending}
          autoFocus={left === "edit"}
          onPress={() => write("edit")}
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
          onPress={() => write("reject")}
        >
          <Labelled label={hold.labels?.reject}>
            {words(kind === "budget" ? "budget_stop" : kind === "goal" ? "goal_reject" : "reject")}
          </Labelled>
        </Button>
      )}
      {takes("withdraw") && (
        <Button
          look="bare"
          says={words("withdraw")}
          isDisabled={isSending}
          autoFocus={left === "withdraw"}
          onPress={() => write("withdraw")}
        />
      )}
    </>
  );
}
