import { useMutation } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { readPlanText, type PlanMistake } from "../../../client/plan-text.ts";
import type { NewPlanInput } from "../../../contract/plan/plan.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Check, Field } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useStarted } from "../../parts/forms/use-started.ts";
import { Icon } from "../../parts/icon.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { useClient } from "../../session/api.ts";
import { dropDraft, useDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";

const DRAFT = "new-plan";
const MOST_MISTAKES = 20;
const EXAMPLE = {
  en: `title: Newsletter
todos:
  - id: draft
    title: Write the draft
  - id: send
    title: Send it
    tool_name: write_file
    tool_params: { path: sent.txt, content: "{{todo.draft.result}}" }
    depends_on: [draft]
    requires_approval: true
`,
  ko: `title: 소식지
todos:
  - id: draft
    title: 초안 쓰기
  - id: send
    title: 보내기
    tool_name: write_file
    tool_params: { path: sent.txt, content: "{{todo.draft.result}}" }
    depends_on: [draft]
    requires_approval: true
`,
} as const;

/** A plan written or opened as text; what is wrong with it stands at its line before it is sent. */
export function NewPlanText() {
  const { words, language } = useSpeech();
  const client = useClient();
  const started = useStarted();
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  /** A file's text that would take the place of what somebody has written. */
  const [opened, setOpened] = useState<string | null>(null);
  const [written, setWritten] = useDraft<string>(DRAFT, EXAMPLE[language]);
  const [isReviewed, setReviewed] = useDraft(`${DRAFT}.review`, true);
  const settled = useDeferredValue(written);
  const read = useMemo(() => readPlanText(settled, language), [settled, language]);
  const create = useMutation({
    mutationFn: (plan: NewPlanInput) => client.plans.create(plan),
    onSuccess({ id, title }) {
      dropDraft(DRAFT);
      started(id, words("plan_started", { title }));
    },
  });
  const { plan, mistakes, placeOf } = read;
  // What only the server knows, such as its tools, at its line, too.
  const refused = create.error instanceof ProblemError ? (create.error.problem.errors ?? []) : [];
  const places: readonly PlanMistake[] = [
    ...mistakes,
    ...refused.map(({ pointer, detail }) => ({ ...placeOf(pointer), pointer, detail })),
  ];
  const isFine = plan !== undefined && mistakes.length === 0;
  const send = (): void => {
    if (!isFine || create.isPending) return;
    create.mutate({ ...plan, ...(isReviewed && { plan_review: true }) } as unknown as NewPlanInput);
  };
  const change = (text: string): void => {
    setWritten(text);
    create.reset();
  };
  const isOwn = written.trim() !== "" && !Object.values<string>(EXAMPLE).includes(written);
  const open = (text: string): void => {
    if (isOwn && text !== written) setOpened(text);
    else change(text);
  };
  const leaveOpened = (): void => {
    setOpened(null);
    if (picker.current !== null) picker.current.value = "";
  };
  const show = ({ line, column }: PlanMistake): void => {
    const before =
      written
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const at = before + column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
  };
  const todos = plan?.["todos"];
  return (
    <>
      <p className="mb-4 text-soft">{words("new_plan_detail")}</p>
      <Form label={words("new_plan")} onSend={send}>
        <Field label={words("plan_text")}>
          {(wired) => (
            <textarea
              {...wired}
              ref={area}
              rows={14}
              value={written}
              spellCheck={false}
              aria-invalid={places.length > 0}
              className="field font-mono text-small"
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
        <div role="status">
          {places.length === 0 && isFine && (
            <p className="flex items-center gap-2 text-good">
              <Icon name="check" />
              {words("plan_fine", { count: Array.isArray(todos) ? todos.length : 0 })}
            </p>
          )}
          {plan === undefined && mistakes.length === 0 && (
            <p className="text-soft">{words("plan_no_object")}</p>
          )}
          {places.length > 0 && (
            <p className="mb-1 flex items-center gap-2 font-semibold text-bad">
              <Icon name="alert" />
              {words("plan_wrong", { count: places.length })}
            </p>
          )}
        </div>
        {places.length > 0 && (
          <ul className="-mt-3 flex flex-col">
            {places.slice(0, MOST_MISTAKES).map((mistake) => (
              <li key={`${mistake.line} ${mistake.column} ${mistake.pointer} ${mistake.detail}`}>
                <button
                  type="button"
                  className="flex w-full pointer-coarse:min-h-11 flex-wrap items-center gap-x-3 rounded px-1 py-1 text-left hover:bg-raised"
                  onClick={() => show(mistake)}
                >
                  <span className="font-medium text-accent tabular-nums">
                    {words("line_number", { line: mistake.line })}
                  </span>
                  <span className="wrap-anywhere">
                    <code className="font-mono text-small text-soft">{mistake.pointer}</code>{" "}
                    <WithCode text={mistake.detail} />
                  </span>
                  {mistake.meant !== undefined && (
                    <span className="text-soft">
                      <WithCode text={words("field_meant", { field: mistake.meant })} />
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
        {refused.length === 0 && <ProblemNote error={create.error} />}
        <Check isOn={isReviewed} onChange={setReviewed}>
          {words("review_first")}
        </Check>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="main" icon="play" isDisabled={!isFine || create.isPending}>
            {words("start_plan")}
          </Button>
          <Field label={words("open_file")} isHidden>
            {(wired) => (
              <input
                {...wired}
                ref={picker}
                type="file"
                accept=".yaml,.yml,.json"
                className="field file:mr-3 file:rounded file:border-0 file:bg-raised file:px-2 file:py-1 file:text-ink"
                onChange={({ target }) => {
                  const [file] = target.files ?? [];
                  void file?.text().then(open);
                }}
              />
            )}
          </Field>
        </div>
      </Form>
      {opened !== null && (
        <Question title={words("open_replaces")} onClose={leaveOpened}>
          <p className="mb-4">{words("open_replaces_detail")}</p>
          <Ending
            isRight
            look="bad"
            onLeave={leaveOpened}
            onPress={() => {
              change(opened);
              setOpened(null);
            }}
          >
            {words("open_replace")}
          </Ending>
        </Question>
      )}
    </>
  );
}
