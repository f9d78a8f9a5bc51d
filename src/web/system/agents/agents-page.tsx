import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AgentView } from "../../../contract/agent.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { Empty, Fact, Facts, Section } from "../../parts/panel.tsx";
import { agentsQuery, useClient } from "../../session/api.ts";
import { useDemandingTools } from "../../session/use-demanding-tools.ts";
import { useMay } from "../../session/use-may.ts";
import { moneyOf, numberOf } from "../../words/amounts.ts";
import { spanOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";
import { Page } from "../page.tsx";
import { useGoneDrafts } from "../use-gone-drafts.ts";
import { AgentActs, EditAgent } from "./agent-acts.tsx";
import { AgentForm } from "./agent-form.tsx";

/** Who works on todos besides people: what each may use, and when it asks. */
export function AgentsPage() {
  const { words } = useSpeech();
  const client = useClient();
  const { data, error, refetch } = useQuery(agentsQuery(client));
  const may = useMay("admin");
  const [isMaking, setMaking] = useState(false);
  const [edited, setEdited] = useState<string | null>(null);
  const names = data?.agents.map(({ name }) => name);
  useGoneDrafts(["agent.edit"], edited === null ? names : names?.concat(edited));
  const add = may === true && (
    <Button look="main" icon="plus" says={words("agent_new")} onPress={() => setMaking(true)} />
  );
  const models = Object.entries(data?.models ?? {});
  return (
    <Page title={words("agents")} isOnlyRead={may !== true}>
      {data === undefined ? (
        <NotRead lines={6} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {data.agents.length === 0 ? (
            <Empty title={words("agents_empty")} detail={words("agents_empty_detail")}>
              {add}
            </Empty>
          ) : (
            <>
              <div className="mb-4 flex justify-end">{add}</div>
              <ul className="mb-4 grid gap-3 lg:grid-cols-2">
                {data.agents.map((agent) => (
                  <li key={agent.name} className="rounded-lg border border-line p-4">
                    <Agent agent={agent} />
                    {may === true && (
                      <AgentActs agent={agent} onEdit={() => setEdited(agent.name)} />
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {edited !== null && (
            <EditAgent
              key={edited}
              name={edited}
              tools={data.tools}
              onDone={() => setEdited(null)}
            />
          )}
          {isMaking && (
            <Question title={words("agent_new")} onClose={() => setMaking(false)}>
              <AgentForm tools={data.tools} onDone={() => setMaking(false)} />
            </Question>
          )}
          <Section title={words("models")}>
            {models.length === 0 ? (
              <p className="text-soft">{words("models_none")}</p>
            ) : (
              <Facts>
                {models.map(([role, model]) => (
                  <Fact key={role} name={<code className="font-mono">{role}</code>}>
                    {model}
                  </Fact>
                ))}
              </Facts>
            )}
          </Section>
        </>
      )}
    </Page>
  );
}

function Agent({ agent }: { readonly agent: AgentView }) {
  const { words, language } = useSpeech();
  const demanding = useDemandingTools();
  const { name, description, model, team, tools, approval_tools, limits, kept } = agent;
  const asks = (tool: string) => {
    if (demanding.includes(tool)) return words("agent_has_to_ask");
    return approval_tools.includes(tool) ? words("agent_asks_first") : "";
  };
  const spends = words("agent_limit_list", {
    turns: numberOf(limits.turns, language),
    tokens: numberOf(limits.tokens, language),
    time: spanOf(limits.seconds * 1_000, words),
  });
  return (
    <>
      <h2 className="font-semibold" lang="">
        {name}
      </h2>
      {description !== "" && (
        <p className="mb-2 text-soft" lang="">
          {description}
        </p>
      )}
      <Facts>
        <Fact name={words("agent_model")}>{model ?? words("none")}</Fact>
        {team !== null && <Fact name={words("agent_team")}>{team}</Fact>}
        <Fact name={words("agent_tools")}>
          {tools.length === 0 ? (
            words("none")
          ) : (
            <ul>
              {tools.map((tool) => (
                <li key={tool}>
                  <code className="font-mono">{tool}</code>{" "}
                  <span className="ml-1 text-small text-wait empty:hidden">{asks(tool)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        {kept !== null && (
          <Fact name={words("agent_kept")}>
            {words("agent_kept_by", { by: kept.saved_by, version: kept.version })}
          </Fact>
        )}
        <Fact name={words("agent_limits")}>
          {spends}
          {limits.cost_usd !== null && ` · ${moneyOf(limits.cost_usd, language)}`}
        </Fact>
      </Facts>
    </>
  );
}
