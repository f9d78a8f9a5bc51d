import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useStarted } from "../../parts/forms/use-started.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import { useClient } from "../../session/api.ts";
import { dropDraft, useDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";

const DRAFT = "new-plan.goal";

/** A goal: a model makes a draft of it, which people review. */
export function NewPlanGoal({ hasModel }: { readonly hasModel: boolean | undefined }) {
  const { words } = useSpeech();
  const client = useClient();
  const started = useStarted();
  const [goal, setGoal] = useDraft(DRAFT, "");
  const [isTried, setTried] = useState(false);
  const isTooLong = goal.trim().length > LIMITS.goal;
  const isEmpty = goal.trim() === "";
  const plan = useMutation({
    mutationFn: () => client.plans.plan({ goal: goal.trim() }),
    onSuccess({ id }) {
      dropDraft(DRAFT);
      started(id, words("goal_sent"));
    },
  });
  if (hasModel === false) {
    return <p className="max-w-prose rounded-md bg-raised px-4 py-3">{words("goal_no_model")}</p>;
  }
  return (
    <Form
      label={words("new_as_goal")}
      onSend={() => {
        setTried(true);
        if (!isEmpty && !isTooLong && !plan.isPending) plan.mutate();
      }}
    >
      <TextField
        label={words("goal_label")}
        hint={words("goal_hint")}
        rows={6}
        value={goal}
        mistake={
          isTooLong
            ? words("too_long", { most: LIMITS.goal, count: goal.trim().length })
            : isTried && isEmpty
              ? words("template_needed")
              : undefined
        }
        onChange={setGoal}
      />
      <ProblemNote error={plan.error} />
      <div>
        <Button type="submit" look="main" icon="play" isDisabled={plan.isPending}>
          {words("goal_send")}
        </Button>
      </div>
    </Form>
  );
}
