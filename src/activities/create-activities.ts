import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { writeOutputTool } from "../tools/builtin/write-output.ts";
import type { Tool } from "../tools/define-tool.ts";
import { createToolRegistry } from "../tools/registry.ts";
import type { OwnActivities, ToolActivity } from "./activity-types.ts";
import { agentActivities, type AgentDeps } from "./agents.ts";
import { checkCalls } from "./check-calls.ts";
import { endedPlanActivities, findEnded } from "./ended-plan.ts";
import { instantiateTemplate } from "./instantiate-template.ts";
import { modelTurn } from "./model-turn.ts";
import { sealCalls } from "./seal-calls.ts";
import { thinkingActivities, type ThinkDeps } from "./think.ts";
import { segmentActivity } from "./tools/segment.ts";
import { toolActivity, unknownToolActivity, type ToolActivityDeps } from "./tools/tool-activity.ts";
import { deliver, type DeliverDeps } from "./webhooks/deliver.ts";
import { followNews, type FollowDeps } from "./webhooks/follow-news.ts";
import { createWorkerClock } from "./webhooks/worker-clock.ts";

/** Everything a worker of the main queue runs: one activity per tool, and Holdpoint's own. */
export function createActivities(
  tools: readonly Tool[],
  deps: ToolActivityDeps & AgentDeps & ThinkDeps & Omit<DeliverDeps & FollowDeps, "clock">,
): OwnActivities & Record<string, ToolActivity | OwnActivities[keyof OwnActivities]> {
  const registry = createToolRegistry(tools);
  const clock = createWorkerClock(deps.stopping);
  return {
    ...Object.fromEntries(
      [...tools, writeOutputTool].map((tool) => [tool.name, toolActivity(tool, deps)]),
    ),
    "holdpoint.archive": ({ plan_id, part }) =>
      deps.artifacts.put(
        Buffer.from(JSON.stringify({ plan_id, ...part })),
        TEMPORAL_NAMES.plan_prefix + plan_id,
      ),
    "holdpoint.run_segment": segmentActivity(tools, deps),
    "holdpoint.find_ended": findEnded,
    "holdpoint.follow_news": followNews({ ...deps, clock }),
    "holdpoint.deliver": deliver({ ...deps, clock }),
    ...endedPlanActivities(deps),
    ...agentActivities(tools, deps),
    "holdpoint.instantiate_template": instantiateTemplate(deps.secrets, tools),
    "holdpoint.model_turn": (request) => {
      const [plan_id = ""] = request.turn_key.split("/");
      const { secrets } = deps;
      // Looked at first: what a seal holds, no tool can judge.
      return modelTurn(request, deps, (answer) =>
        sealCalls(checkCalls(answer, registry), plan_id, { tools: registry, secrets }),
      );
    },
    ...thinkingActivities(registry, deps),
    default: unknownToolActivity(tools.map((tool) => tool.name)),
  };
}
