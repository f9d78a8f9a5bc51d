import { useQuery } from "@tanstack/react-query";
import { PlanningFacts } from "../deciding/bodies/planning-facts.tsx";
import { Fact, Facts } from "../parts/panel.tsx";
import { goalQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** What was asked for and how the plan came of it, for whoever opens it; nothing of a plan that a person wrote. */
export function PlannedHow({ planId }: { readonly planId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const { data } = useQuery(goalQuery(client, planId));
  const planning = data?.planning ?? null;
  if (planning === null) return null;
  const { raw_query } = planning;
  return (
    <details className="border-b border-line px-4 py-2 md:px-8">
      <summary className="lone cursor-pointer text-small text-soft">{words("planned_how")}</summary>
      <Facts>
        {raw_query !== "" && (
          <Fact name={words("goal")}>
            <span lang="">{raw_query}</span>
          </Fact>
        )}
        <PlanningFacts planning={planning} />
      </Facts>
    </details>
  );
}
