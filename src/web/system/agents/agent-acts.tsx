import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AgentList, AgentView } from "../../../contract/agent.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { Confirm } from "../../parts/forms/confirm.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { toast } from "../../parts/toasts.tsx";
import { KEYS, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { keptAgentQuery } from "../queries.ts";
import { AgentForm } from "./agent-form.tsx";
import { withoutAgent } from "./agent-texts.ts";

/** What admins can do with an agent; one of the configuration is changed there. */
export function AgentActs({
  agent: { name, kept },
  onEdit,
}: {
  readonly agent: AgentView;
  readonly onEdit: () => void;
}) {
  const { words } = useSpeech();
  const [isDeleting, setDeleting] = useState(false);
  const close = (): void => setDeleting(false);
  if (kept === null) {
    return <p className="mt-3 text-small text-soft">{words("agent_configured_note")}</p>;
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button icon="pencil" aria-label={words("agent_edit_of", { name })} onPress={onEdit}>
        {words("edit")}
      </Button>
      <Button
        look="bad"
        aria-label={words("agent_delete_of", { name })}
        onPress={() => setDeleting(true)}
      >
        {words("agent_delete")}
      </Button>
      {isDeleting && (
        <Question title={words("agent_delete_sure", { name })} onClose={close}>
          <DeleteAgent name={name} version={kept.version} onDone={close} />
        </Question>
      )}
    </div>
  );
}

/** What changes an agent. It stands beside the list: what is written stays when somebody else deletes the agent. */
export function EditAgent({
  name,
  tools,
  onDone,
}: {
  readonly name: string;
  readonly tools: readonly string[];
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const { data, error } = useQuery(keptAgentQuery(useClient(), name));
  return (
    <Question title={words("agent_edit_of", { name })} onClose={onDone}>
      {data === undefined ? (
        <NotRead lines={6} error={error} />
      ) : (
        <AgentForm agent={data} tools={tools} onDone={onDone} />
      )}
    </Question>
  );
}

function DeleteAgent({
  name,
  version,
  onDone,
}: {
  readonly name: string;
  readonly version: number;
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.agents.delete(name, { version }),
    onSuccess() {
      toast(words("agent_deleted", { name }));
      queries.setQueryData(KEYS.agents, (list?: AgentList) => list && withoutAgent(list, name));
      onDone();
    },
    onError: () => queries.invalidateQueries({ queryKey: KEYS.agents }),
  });
  return (
    <Confirm act={remove} name={words("agent_delete")} onLeave={onDone}>
      <p>{words("agent_delete_detail")}</p>
    </Confirm>
  );
}
