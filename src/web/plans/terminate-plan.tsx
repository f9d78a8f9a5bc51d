import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { Question } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { TextField } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { KEYS, useClient } from "../session/api.ts";
import { useCommand } from "../session/use-command.ts";
import { useMay } from "../session/use-may.ts";
import { useMoment } from "../session/use-moment.ts";
import { useSpeech } from "../words/words.ts";

/** The way to end a plan with which no worker can go on; for admins, who see before what is lost. */
export function TerminatePlan({ planId }: { readonly planId: string }) {
  const { words } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  if (useMay("admin") !== true) return null;
  return (
    <div className="mt-3">
      <Button look="bad" icon="stop" onPress={() => setAsked(true)}>
        {words("terminate")}
      </Button>
      {isAsked && <TerminateQuestion planId={planId} onClose={() => setAsked(false)} />}
    </div>
  );
}

function TerminateQuestion({
  planId,
  onClose,
}: {
  readonly planId: string;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const navigate = useNavigate();
  const moment = useMoment();
  const [reason, setReason] = useState("");
  const { data, error } = useQuery({
    queryKey: [...KEYS.plan(planId), "terminate"],
    queryFn: ({ signal }) => client.plans.terminate(planId, {}, { validateOnly: true, signal }),
  });
  const command = useCommand(
    planId,
    () => client.plans.terminate(planId, reason.trim() === "" ? {} : { reason }),
    ({ title }) => {
      toast(words("sent_terminate", { title }));
      void navigate({ to: "/plans" });
    },
  );
  return (
    <Question title={words("terminate_title")} onClose={onClose}>
      <Form label={words("terminate_title")} onSend={() => command.mutate(undefined)}>
        {data === undefined ? (
          error === null && <Skeleton lines={3} />
        ) : (
          <>
            <p>{words("terminate_loses")}</p>
            <ul className="list-disc pl-5">
              {data.loses.unfinished_todos !== null && (
                <li>{words("cancel_open", { count: data.loses.unfinished_todos })}</li>
              )}
              {data.loses.running_todos.length > 0 && (
                <li>
                  {words("terminate_running", { todos: data.loses.running_todos.join(", ") })}
                </li>
              )}
              {data.loses.open_holds > 0 && (
                <li>{words("terminate_holds", { count: data.loses.open_holds })}</li>
              )}
              <li>
                {words("terminate_log")}{" "}
                {data.as_of !== null && words("terminate_as_of", { at: moment(data.as_of) })}
              </li>
            </ul>
          </>
        )}
        <TextField label={words("reason")} optional autoFocus value={reason} onChange={setReason} />
        <ProblemNote error={command.error ?? error} />
        <Ending
          isRight
          look="bad"
          isDisabled={data === undefined || command.isPending}
          leave={words("keep_going")}
          onLeave={onClose}
        >
          {words("terminate")}
        </Ending>
      </Form>
    </Question>
  );
}
