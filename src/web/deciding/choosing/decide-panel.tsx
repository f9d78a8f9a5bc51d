import { useRef } from "react";
import { Ending } from "../../parts/forms/ending.tsx";
import { Form, useRefusal } from "../../parts/forms/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { useShortcut } from "../../session/keys/shortcuts.ts";
import { useSpeech } from "../../words/words.ts";
import { AnswerForm, labelAt } from "./answer-form.tsx";
import { BudgetForm } from "./budget-form.tsx";
import { DecideButtons } from "./decide-buttons.tsx";
import { EditArguments } from "./edit-arguments.tsx";
import { IrreversibleForm } from "./irreversible-form.tsx";
import { offeredBudget } from "./offered-budget.ts";
import { RejectForm } from "./reject-form.tsx";
import { RememberForm } from "./remember-form.tsx";
import { useDeciding, type ToDecide } from "./use-deciding.ts";

/** What can be decided now: exactly the choices that the plan offers, and nothing else. */
export function DecidePanel(asked: ToDecide) {
  const { hold, choices, picked = null } = asked;
  const { words } = useSpeech();
  const deciding = useDeciding(asked);
  const { kept, hasRole, takes, comment, decide, send, unsure, error, isSending, writing, leave } =
    deciding;
  const refusal = useRefusal(error);
  const answering = useRef<HTMLDivElement>(null);
  const { digest, input_request } = hold;
  const isFree = writing === null && unsure === null;
  const toAnswer = (): void =>
    answering.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  useShortcut("answer", ["KeyI"], takes("answer") && isFree ? toAnswer : undefined);
  const offered = offeredBudget(hold);
  const buttons = (
    <DecideButtons hold={hold} choices={choices} picked={picked} deciding={deciding} />
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
        <ProblemNote
          error={error}
          nameOf={(pointer) => input_request && labelAt(input_request, pointer)}
        />
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
          onLeave={deciding.leaveUnsure}
          onSend={() => deciding.sendUnsure(unsure)}
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
          <Form label={words("withdraw")} onSend={deciding.withdraw} onLeave={leave}>
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
