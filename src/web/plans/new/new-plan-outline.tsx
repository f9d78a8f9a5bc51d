import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { LIMITS } from "../../../contract/tables/limits.ts";
import type { CreatePreview } from "../../../contract/words.ts";
import { Button } from "../../parts/button.tsx";
import { Check, TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useStarted } from "../../parts/forms/use-started.ts";
import { Icon } from "../../parts/icon.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { useClient } from "../../session/api.ts";
import { dropDraft, useDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";

const DRAFT = "new-plan.outline";

/** A plan in words: what is understood of it stands beside it, line by line, before it starts. */
export function NewPlanOutline() {
  const { words } = useSpeech();
  const client = useClient();
  const started = useStarted();
  const [written, setWritten] = useDraft<string>(DRAFT, words("outline_example"));
  const [isReviewed, setReviewed] = useDraft(`${DRAFT}.review`, true);
  const outline = useDeferredValue(written.trim());
  const isTooLong = outline.length > LIMITS.outline;
  const preview = useQuery({
    queryKey: ["outline", outline],
    queryFn: ({ signal }) => client.plans.preview({ outline }, { signal }),
    enabled: outline !== "" && !isTooLong,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const create = useMutation({
    mutationFn: () =>
      client.plans.create({ outline: written, ...(isReviewed && { plan_review: true }) }),
    onSuccess({ id, title }) {
      dropDraft(DRAFT);
      started(id, words("plan_started", { title }));
    },
  });
  const read = outline === "" || isTooLong ? undefined : preview.data;
  const reading = read?.outline;
  const left = reading?.not_understood.length ?? 0;
  const isFine = read?.plan != null && left === 0 && outline === written.trim();
  return (
    <Form
      label={words("new_as_outline")}
      onSend={() => {
        if (isFine && !preview.isPlaceholderData && !create.isPending) create.mutate();
      }}
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          label={words("outline_label")}
          hint={words("outline_hint")}
          rows={14}
          value={written}
          mistake={
            isTooLong
              ? words("too_long", { most: LIMITS.outline, count: outline.length })
              : undefined
          }
          onChange={setWritten}
        />
        <Reading preview={read} />
      </div>
      <ProblemNote error={create.error ?? preview.error} />
      <Check isOn={isReviewed} onChange={setReviewed}>
        {words("review_first")}
      </Check>
      <div>
        <Button
          type="submit"
          look="main"
          icon="play"
          isDisabled={!isFine || preview.isPlaceholderData || create.isPending}
        >
          {words("start_plan")}
        </Button>
      </div>
    </Form>
  );
}

function Reading({ preview }: { readonly preview: CreatePreview | undefined }) {
  const { words, inOwnWords } = useSpeech();
  const todos = preview?.plan?.["todos"];
  const count = Array.isArray(todos) ? todos.length : 0;
  const goal = preview?.plan?.["goal"];
  const { understood = [], not_understood = [] } = preview?.outline ?? {};
  return (
    <section aria-label={words("reads_as")} className="min-w-0">
      <p role="status" className="mb-2 flex flex-wrap gap-x-3 font-medium">
        {not_understood.length > 0 ? (
          <span className="text-bad">
            {words("outline_left", { count: not_understood.length })}
          </span>
        ) : (
          words("reads_as")
        )}
        <span className="text-faint">
          {typeof goal === "string"
            ? words("outline_goal", { goal })
            : count === 0
              ? words("outline_nothing")
              : words("todos_count", { count })}
        </span>
      </p>
      <ol className="flex flex-col gap-1">
        {not_understood.map((one) => (
          <li
            key={`${one.line} ${one.column}`}
            className="flex gap-2 rounded-md bg-bad-tint px-2 py-1.5"
          >
            <span className="pt-0.5 text-bad">
              <Icon name="cross" />
            </span>
            <span className="min-w-0">
              <span className="font-medium">
                {words("line_number", { line: one.line })}: “{one.text}”
              </span>
              <span className="block text-soft">
                <WithCode text={inOwnWords(one, "detail")} />
              </span>
              {one.instead.length > 0 && (
                <span className="block text-small text-soft" lang="">
                  {one.instead.join(" · ")}
                </span>
              )}
            </span>
          </li>
        ))}
        {understood.map((one) => (
          <li key={`${one.line} ${one.column} ${one.meaning}`} className="flex gap-2 px-2 py-1">
            <span className="pt-0.5 text-good">
              <Icon name="check" />
            </span>
            <span className="min-w-0" lang="">
              {inOwnWords(one, "meaning")}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
