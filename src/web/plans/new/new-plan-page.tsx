import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { PageTitle } from "../../parts/page-title.tsx";
import { Skeleton } from "../../parts/panel.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { agentsQuery, useClient } from "../../session/api.ts";
import { useTitle } from "../../session/page/use-title.ts";
import { useMay } from "../../session/use-may.ts";
import { useSpeech } from "../../words/words.ts";
import { NewPlanGoal } from "./new-plan-goal.tsx";
import { NewPlanOutline } from "./new-plan-outline.tsx";
import { NEW_PLAN_WAYS } from "./new-plan-ways.ts";
import { TemplateChoice } from "./template-choice.tsx";

const route = getRouteApi("/plans/new");
/** It carries every schema of a plan. */
const NewPlanText = lazy(async () => ({
  default: (await import("./new-plan-text.tsx")).NewPlanText,
}));

/** A new plan: from a goal, in words, from a template, or as text. */
export function NewPlanPage() {
  const { words } = useSpeech();
  useTitle(words("new_plan"));
  const client = useClient();
  const mayStart = useMay("operator") !== false;
  const { as } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: agents } = useQuery(agentsQuery(client));
  const hasModel = agents === undefined ? undefined : agents.models !== null;
  const way = as ?? (hasModel === true ? "goal" : "outline");
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-panel">
      <div className="mx-auto max-w-4xl px-4 py-5 md:px-8">
        <PageTitle className="mb-2 text-title font-semibold">{words("new_plan")}</PageTitle>
        {mayStart ? (
          <Tabs
            selectedKey={way}
            onSelectionChange={(key) => {
              const chosen = NEW_PLAN_WAYS.find((one) => one === key);
              void navigate({ search: chosen === undefined ? {} : { as: chosen }, replace: true });
            }}
          >
            <TabList
              aria-label={words("new_how")}
              className="mb-4 flex flex-wrap gap-x-5 border-b border-line"
            >
              {NEW_PLAN_WAYS.map((one) => (
                <Tab
                  key={one}
                  id={one}
                  className="flex min-h-9 cursor-pointer items-center pointer-coarse:min-h-11 border-b-2 border-transparent font-medium whitespace-nowrap text-soft data-selected:border-accent data-selected:text-ink"
                >
                  {words(`new_as_${one}`)}
                </Tab>
              ))}
            </TabList>
            <TabPanel id="goal">
              <NewPlanGoal hasModel={hasModel} />
            </TabPanel>
            <TabPanel id="outline">
              <NewPlanOutline />
            </TabPanel>
            <TabPanel id="template">
              <TemplateChoice />
            </TabPanel>
            <TabPanel id="text">
              <Suspense fallback={<Skeleton lines={8} />}>
                <NewPlanText />
              </Suspense>
            </TabPanel>
          </Tabs>
        ) : (
          <p className="text-soft">
            <WithCode text={words("operating_takes_role")} />
          </p>
        )}
      </div>
    </div>
  );
}
