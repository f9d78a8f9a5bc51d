import type { Planning } from "../../../contract/plan/planning.ts";
import { Fact } from "../../parts/panel.tsx";
import { spanOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";

/** How a plan was planned, here or elsewhere, besides what was asked for. */
export function PlanningFacts({ planning }: { readonly planning: Planning }) {
  const { words } = useSpeech();
  const { analyzed_intent, intent_confidence, execution_strategy, parallel_groups } = planning;
  const { available_agents, available_teams, estimated_total_time, validation_errors } = planning;
  const seconds = estimated_total_time === null ? "" : spanOf(estimated_total_time * 1_000, words);
  const intent = analyzed_intent?.["intent_type"];
  const entities = analyzed_intent?.["entities"] ?? null;
  const keywords = analyzed_intent?.["keywords"];
  const facts = [
    [
      words("planned_keywords"),
      Array.isArray(keywords) ? keywords.map((word) => JSON.stringify(word)).join(", ") : "",
    ],
    [words("planned_entities"), entities === null ? "" : JSON.stringify(entities)],
    [words("planned_strategy"), execution_strategy ?? ""],
    [words("planned_groups"), (parallel_groups ?? []).map((ids) => ids.join(", ")).join(" → ")],
    [words("estimate"), seconds],
    [words("planned_agents"), available_agents.join(", ")],
    [words("planned_teams"), available_teams.join(", ")],
    [words("planned_checked"), planning.plan_validated ? words("planned_checked_yes") : ""],
    [words("planned_mistakes"), validation_errors.join("; ")],
  ] as const;
  return (
    <>
      {typeof intent === "string" && (
        <Fact name={words("goal_intent")}>
          <span lang="">{intent}</span>
          {intent_confidence !== null && (
            <span className="text-soft tabular-nums">
              {" "}
              · {Math.round(intent_confidence * 100)}%
            </span>
          )}
        </Fact>
      )}
      {facts.map(([name, value]) =>
        value === "" || value === "{}" ? null : (
          <Fact key={name} name={name}>
            <span lang="">{value}</span>
          </Fact>
        ),
      )}
    </>
  );
}
