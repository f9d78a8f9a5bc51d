import type { PlanView } from "../../../contract/plan/plan.ts";
import { words } from "../../messages/i18n.ts";
import { span } from "../../messages/span.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { bold, dim } from "../../terminal/colors.ts";
import { oneLine, printable } from "../../terminal/printable.ts";
import { pad, widthOf } from "../../terminal/width.ts";

/** What a plan is for, how it was planned, and what came of it; nothing of a plan that has no goal. */
export function goalLines({ goal, planning }: Pick<PlanView, "goal" | "planning">): string[] {
  const { analyzed_intent: intent, intent_confidence: confidence } = planning ?? {};
  const sure = confidence == null ? "" : ` (${Math.round(confidence * 100)}%)`;
  const calls = goal?.calls ?? [];
  const cost = calls.reduce((sum, { usage }) => sum + (usage.cost_usd ?? 0), 0);
  const fields = [
    [words("field_goal"), goal?.text ?? planning?.raw_query],
    [words("field_intent"), intent == null ? "" : `${JSON.stringify(intent)}${sure}`],
    [words("field_strategy"), planning?.execution_strategy],
    [words("field_groups"), planning?.parallel_groups?.map((ids) => ids.join(", ")).join(" → ")],
    [words("field_estimate"), estimate(planning?.estimated_total_time)],
    [words("field_agents"), planning?.available_agents.join(", ")],
    [words("field_teams"), planning?.available_teams.join(", ")],
    [words("field_checked"), planning?.plan_validated === true ? words("checked_yes") : ""],
    [words("field_errors"), planning?.validation_errors.join("; ")],
    ...(goal?.answers ?? []).map((said) => [inOwnWords(said, "question"), said.answer]),
    [
      words("field_models"),
      calls.map(callText).join(", ") + (cost > 0 ? ` = $${cost.toFixed(4)}` : ""),
    ],
    [words("field_cites"), goal?.report?.cites.join(", ")],
    [words("field_without"), goal?.report?.failed.join(", ")],
    [words("field_skipped"), goal?.report?.skipped.join(", ")],
  ].filter((field): field is [string, string] => Boolean(field[1]));
  if (fields.length === 0) return [];
  const width = Math.min(16, Math.max(...fields.map(([name]) => widthOf(oneLine(name)))));
  return [
    "",
    ...fields.map(([name, value]) => `${dim(pad(oneLine(name), width))} ${oneLine(value)}`),
    ...answerLines(goal),
  ];
}

/** What came of a goal; nothing before it is answered. */
export function answerLines(goal: PlanView["goal"]): string[] {
  const report = goal?.report == null ? "" : inOwnWords(goal.report, "text");
  return report === "" ? [] : ["", bold(words("field_final_answer")), printable(report)];
}

function callText({ role, model, prompt }: NonNullable<PlanView["goal"]>["calls"][number]): string {
  return `${role} ${model} (${prompt.name} ${prompt.version})`;
}

function estimate(seconds: number | null | undefined): string {
  return seconds == null ? "" : span(seconds * 1_000);
}
