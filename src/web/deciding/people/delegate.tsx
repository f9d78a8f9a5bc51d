import { useState } from "react";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { Button } from "../../parts/button.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { useClient } from "../../session/api.ts";
import { useCommand } from "../../session/use-command.ts";
import { useSpeech } from "../../words/words.ts";
import { useMayAct } from "../use-may-decide.ts";

/** Whom a request waits for, and the way to ask somebody else; whoever may decide still can. */
export function Delegate({ hold }: { readonly hold: Hold }) {
  const { words } = useSpeech();
  const client = useClient();
  const [to, setTo] = useState<string | null>(null);
  const mayDelegate = useMayAct(hold, "delegate");
  // The button that was pressed takes the focus when it is back.
  const [hasLeft, setLeft] = useState(false);
  const delegate = useCommand(
    hold.plan_id,
    (person: string) => client.holds.delegate(hold.id, { to: person }),
    (_, person) => {
      toast(words("delegated", { to: person }));
      leave();
    },
  );
  const leave = (): void => {
    setTo(null);
    setLeft(true);
  };
  const person = (to ?? "").trim();
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2">
        {hold.assignee !== null ? (
          <span className="text-soft">{words("asked_of", { who: hold.assignee })}</span>
        ) : (
          hold.needs?.approvers == null && (
            <span className="text-soft">
              <WithCode text={words("asked_of_anyone")} />
            </span>
          )
        )}
        {mayDelegate !== false && to === null && (
          <span className={`-ml-3 sm:ml-0 ${mayDelegate === null ? "invisible" : ""}`}>
            <Button
              look="bare"
              icon="person"
              action={mayDelegate === true ? words("delegate") : undefined}
              autoFocus={hasLeft}
              onPress={() => setTo("")}
            >
              {words("delegate")}
            </Button>
          </span>
        )}
      </div>
      {to !== null && (
        <Form
          label={words("delegate")}
          onLeave={leave}
          onSend={() => {
            if (person !== "") delegate.mutate(person);
          }}
        >
          <TextField
            label={words("delegate_to")}
            hint={words("delegate_hint")}
            autoFocus
            value={to}
            onChange={setTo}
          />
          <ProblemNote error={delegate.error} />
          <Ending isDisabled={person === "" || delegate.isPending} onLeave={leave}>
            {words("delegate_do")}
          </Ending>
        </Form>
      )}
    </>
  );
}
