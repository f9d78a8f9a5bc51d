import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AgentList, KeptAgent } from "../../../contract/agent.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { Button } from "../../parts/button.tsx";
import { useKeptOpen } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Check, Checkboxes, TextField } from "../../parts/forms/field.tsx";
import { Form, useRefusal } from "../../parts/forms/form.tsx";
import { isMissing, mistakeAt, ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { KEYS, useClient } from "../../session/api.ts";
import { useFormDraft } from "../../session/draft.ts";
import { useDemandingTools } from "../../session/use-demanding-tools.ts";
import { useSpeech } from "../../words/words.ts";
import { keptAgentQuery } from "../queries.ts";
import {
  inputOf,
  textsOf,
  withAgent,
  type AgentTexts,
  type NumberField,
  type WordField,
} from "./agent-texts.ts";

/** Makes an agent, or the next version of one; what others have saved since is not overwritten. */
export function AgentForm({
  agent,
  tools,
  onDone,
}: {
  /** The one that is changed; absent for a new one. */
  readonly agent?: KeptAgent;
  /** All tools that there are. */
  readonly tools: readonly string[];
  readonly onDone: () => void;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const queries = useQueryClient();
  const draft = useFormDraft(agent === undefined ? "agent.new" : `agent.edit.${agent.name}`, {
    base: agent?.version ?? 0,
    texts: textsOf(agent),
  });
  const { base, texts } = draft.written;
  const demanding = useDemandingTools();
  const [isTried, setTried] = useState(false);
  const { input, unfit } = inputOf(texts);
  const name = agent?.name ?? texts.name.trim();
  const save = useMutation({
    mutationFn: (after_version: number) => client.agents.save(name, { ...input, after_version }),
    onSuccess(saved) {
      toast(words("agent_saved", { name, version: saved.version }));
      // Lists of what is kept follow by up to a second.
      queries.setQueryData(KEYS.agents, (list?: AgentList) => list && withAgent(list, saved));
      draft.drop();
      onDone();
    },
  });
  // Escape and a press outside would lose what was written.
  useKeptOpen(draft.isBegun);
  const leave = (): void => {
    // What others did to it meanwhile is why.
    if (save.isError) void queries.invalidateQueries({ queryKey: KEYS.agents });
    draft.drop();
    onDone();
  };
  const saveOn = (version: number): void => {
    draft.write({ base: version, texts });
    save.mutate(version);
  };
  const refusal = useRefusal(save.error);
  const isTaken = agent === undefined && isChanged(save.error);
  const change = (to: Partial<AgentTexts>): void =>
    draft.write({ base, texts: { ...texts, ...to } });
  const isNameless = name === "";
  const isSilent = texts.instructions.trim() === "";
  const text = (field: WordField, isNeeded = false, pointer = `/${field}`) => ({
    value: texts[field],
    mistake:
      isTried && isNeeded ? words("template_needed") : mistakeAt(save.error, pointer, speech),
    onChange: (value: string) => change({ [field]: value }),
  });
  const number = (field: NumberField) => ({
    value: texts[field],
    numeric: true,
    mistake: unfit.includes(field)
      ? words("edit_field_number")
      : mistakeAt(save.error, `/limits/${field}`, speech),
    onChange: (value: string) => change({ [field]: value }),
  });
  // A tool that was taken out of the installation can be taken off the agent.
  const all = [...new Set([...tools, ...texts.tools])];
  return (
    <div ref={refusal.forms}>
      <Form
        label={words(agent === undefined ? "agent_new" : "agent_change")}
        onSend={() => {
          setTried(true);
          if (unfit.length === 0 && !isNameless && !isSilent && !save.isPending) save.mutate(base);
        }}
      >
        {agent === undefined ? (
          <TextField
            label={words("name")}
            hint={words("agent_name_hint")}
            {...text("name", isNameless, "/param/agent_name")}
            {...(isTaken && { mistake: words("agent_name_taken") })}
            autoFocus
          />
        ) : (
          <p className="rounded-md bg-wait-tint px-3 py-2 text-wait">{words("agent_touches")}</p>
        )}
        <TextField label={words("agent_description")} {...text("description")} optional />
        <TextField
          label={words("agent_instructions")}
          hint={words("agent_instructions_hint")}
          {...text("instructions", isSilent)}
          rows={8}
        />
        <TextField
          label={words("agent_model")}
          hint={words("agent_model_hint")}
          {...text("model")}
          optional
          mono
        />
        <TextField label={words("agent_team")} {...text("team")} optional />
        <Checkboxes
          label={words("agent_tools")}
          choices={all.map(named)}
          chosen={texts.tools}
          onChange={(chosen) =>
            change({
              tools: chosen,
              approval_tools: texts.approval_tools.filter((tool) => chosen.includes(tool)),
            })
          }
          mistake={mistakeAt(save.error, "/tools", speech)}
          isWide
        />
        {texts.tools.length > 0 && (
          <Checkboxes
            label={words("agent_approval_tools")}
            hint={words("agent_approval_tools_hint")}
            choices={texts.tools.map((tool) => ({
              ...named(tool),
              detail: demanding.includes(tool) ? words("agent_tool_has_to_ask") : undefined,
            }))}
            chosen={texts.approval_tools}
            onChange={(chosen) => change({ approval_tools: chosen })}
            mistake={mistakeAt(save.error, "/approval_tools", speech)}
            isWide
          />
        )}
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="font-medium">{words("agent_limits")}</legend>
          <p className="text-small text-faint sm:col-span-2">{words("agent_limits_hint")}</p>
          <TextField label={words("agent_limit_turns")} {...number("turns")} />
          <TextField label={words("agent_limit_tokens")} {...number("tokens")} />
          <TextField label={words("agent_limit_seconds")} {...number("seconds")} />
          <TextField label={words("agent_limit_cost")} optional {...number("cost_usd")} />
        </fieldset>
        <Check isOn={texts.todo_list} onChange={(isOn) => change({ todo_list: isOn })}>
          {words("agent_todo_list")}
        </Check>
        <div ref={refusal.why} tabIndex={-1} className="empty:hidden">
          {!isTaken && <ProblemNote error={save.error} />}
        </div>
        {agent !== undefined && isMissing(save.error) && (
          <div className="flex flex-col items-start gap-2">
            <p>{words("agent_is_gone", { name })}</p>
            <Button sends onPress={() => saveOn(0)}>
              {words("agent_save_new")}
            </Button>
          </div>
        )}
        {agent !== undefined && isChanged(save.error) && (
          <Newer
            name={name}
            onTake={(newest) => {
              draft.write({ base: newest.version, texts: textsOf(newest) });
              save.reset();
            }}
            onOver={({ version }) => saveOn(version)}
          />
        )}
        <Ending isDisabled={save.isPending} onLeave={leave}>
          {words("agent_save")}
        </Ending>
      </Form>
    </div>
  );
}

const isChanged = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === "agent_changed";

/** What somebody else has saved since, to begin from or to save over: what was written is lost by no accident. */
function Newer({
  name,
  onTake,
  onOver,
}: {
  readonly name: string;
  readonly onTake: (newest: KeptAgent) => void;
  readonly onOver: (newest: KeptAgent) => void;
}) {
  const { words } = useSpeech();
  const { data, error } = useQuery(keptAgentQuery(useClient(), name));
  if (data === undefined) return <ProblemNote error={error} />;
  const { version, saved_by: by } = data;
  return (
    <div className="flex flex-col gap-2">
      <p>{words("agent_is_newer", { by, version })}</p>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onTake(data)}>{words("agent_take_newest", { version })}</Button>
        <Button look="bad" sends onPress={() => onOver(data)}>
          {words("agent_save_over")}
        </Button>
      </div>
    </div>
  );
}

const named = (tool: string) => ({
  value: tool,
  label: <code className="font-mono text-small">{tool}</code>,
});
