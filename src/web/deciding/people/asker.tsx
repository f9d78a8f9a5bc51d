import type { AgentAsking } from "../../../contract/plan/agents/agent.ts";
import { useSpeech } from "../../words/words.ts";

/** Which agent asks, in which run, what it asked where the question was put in other words, and what it says about it. */
export function Asker({ asking }: { readonly asking: AgentAsking }) {
  const { words } = useSpeech();
  const { agent_name, run, question, context } = asking;
  return (
    <div className="mb-3 text-small text-soft">
      <p>{words("asked_by", { agent: agent_name, run })}</p>
      {question !== undefined && (
        <p className="mt-1 whitespace-pre-wrap">
          {words("asked_in_own_words")} <span lang="">{question}</span>
        </p>
      )}
      {context !== null && (
        <p className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap" lang="">
          {context}
        </p>
      )}
    </div>
  );
}
