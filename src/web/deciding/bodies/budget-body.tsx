import { useQuery } from "@tanstack/react-query";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { Fact, Facts, Section } from "../../parts/panel.tsx";
import { todoQuery, useClient } from "../../session/api.ts";
import { useBoard } from "../../session/live.ts";
import { moneyOf } from "../../words/amounts.ts";
import { useSpeech } from "../../words/words.ts";
import { limitText, offeredBudget } from "../choosing/offered-budget.ts";

/** What models have cost, what they may cost, and what an approval makes of that. */
export function BudgetBody({ hold }: { readonly hold: HoldDetail }) {
  const { words, language } = useSpeech();
  const client = useClient();
  const plan = useBoard(hold.plan_id).data?.plan;
  const todo = useQuery({
    ...todoQuery(client, hold.plan_id, hold.todo_id ?? ""),
    enabled: hold.todo_id !== null,
  }).data;
  const offered = offeredBudget(hold);
  const isOfPlan = offered?.name === "plan_budget_usd";
  const spent = isOfPlan ? plan?.spent : todo?.agent?.spent;
  const limit = isOfPlan ? (plan?.budget_usd ?? null) : null;
  const share = spent === undefined || limit === null ? null : spent.cost_usd / limit;
  return (
    <Section title={words("budget_spent")}>
      {share !== null && limit !== null && spent !== undefined && (
        <div className="mb-3">
          <meter
            className="h-2 w-full"
            min={0}
            max={Math.max(limit, spent.cost_usd)}
            high={limit}
            value={spent.cost_usd}
            aria-label={words("budget_spent")}
          />
        </div>
      )}
      <Facts>
        {spent !== undefined && (
          <Fact name={words(isOfPlan ? "budget_of_plan" : "budget_of_agent")}>
            <span className="font-semibold tabular-nums">{moneyOf(spent.cost_usd, language)}</span>
            {limit !== null && (
              <span className="text-soft tabular-nums"> / {moneyOf(limit, language)}</span>
            )}
          </Fact>
        )}
        {offered !== null && (
          <Fact name={words("budget_offered")}>
            <span className="font-semibold tabular-nums">
              {limitText(offered, { words, language })}
            </span>
          </Fact>
        )}
        {hold.asked_by !== null && (
          <Fact name={words("work_agent")}>{hold.asked_by.agent_name}</Fact>
        )}
        {todo?.agent != null && todo.agent.spent.turns > 0 && (
          <Fact name={words("usage")}>
            {words("usage_of", {
              turns: todo.agent.spent.turns,
              input: todo.agent.spent.input_tokens.toLocaleString(language),
              output: todo.agent.spent.output_tokens.toLocaleString(language),
              cost: moneyOf(todo.agent.spent.cost_usd, language),
            })}
          </Fact>
        )}
      </Facts>
      <p className="mt-3 text-soft">{words("budget_detail")}</p>
    </Section>
  );
}
