import { useQuery } from "@tanstack/react-query";
import { Fact, Facts, Section } from "../../parts/panel.tsx";
import { goalQuery, useClient } from "../../session/api.ts";
import { moneyOf } from "../../words/amounts.ts";
import { useSpeech } from "../../words/words.ts";
import { PlanningFacts } from "./planning-facts.tsx";

/** What a plan is to reach: what was wanted, what was understood and asked so far, what that cost. */
export function GoalBody({ planId }: { readonly planId: string }) {
  const { words, language, inOwnWords } = useSpeech();
  const client = useClient();
  const { data } = useQuery(goalQuery(client, planId));
  const goal = data?.goal ?? null;
  if (data === undefined || goal === null) return null;
  const { planning } = data;
  const cost = goal.calls.reduce((sum, { usage }) => sum + (usage.cost_usd ?? 0), 0);
  const models = [...new Set(goal.calls.map(({ model }) => model))];
  return (
    <Section title={words("goal")}>
      <p className="mb-3 border-l-2 border-accent pl-3 whitespace-pre-wrap" lang="">
        {goal.text}
      </p>
      <Facts>
        {planning !== null && <PlanningFacts planning={planning} />}
        {goal.answers.map((one) => (
          <Fact
            key={`${one.question} ${one.answer}`}
            name={<span lang="">{inOwnWords(one, "question")}</span>}
          >
            <span lang="">{one.answer}</span> <span className="text-faint">{one.by}</span>
          </Fact>
        ))}
        {goal.calls.length > 0 && (
          <Fact name={words("goal_planned_by")}>
            {models.join(", ")} ·{" "}
            {words("goal_calls", { count: goal.calls.length, cost: moneyOf(cost, language) })}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
