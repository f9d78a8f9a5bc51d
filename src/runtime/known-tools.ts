import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { toolMistakes } from "../api/commands/new-plan.ts";
import type { NewPlan } from "../contract/plan/plan.ts";
import type { ProblemDetail } from "../contract/problems/problem.ts";
import { ADDRESS_FILE } from "../contract/service/instance.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { findConfigFile, loadConfig } from "./config.ts";

/** The tools of a project, for plans that are only looked at. */
export interface KnownTools {
  readonly output: ToolRegistry["output"];
  readonly marks: ToolRegistry["marks"];
  /** What is wrong with the plan's tools and, as far as they are known now, their arguments. */
  mistakesIn(plan: NewPlan): readonly ProblemDetail[];
  /** The agents of its configuration. */
  readonly agents: readonly string[];
}

/** The tools of the project that a folder belongs to; undefined where none is, up to the root. */
export async function findTools(folder: string): Promise<KnownTools | undefined> {
  const isProject =
    findConfigFile(folder) !== undefined || existsSync(join(folder, ...ADDRESS_FILE));
  if (!isProject) {
    const above = dirname(folder);
    return above === folder ? undefined : findTools(above);
  }
  const { tools, agents } = await loadConfig(folder);
  return {
    output: tools.output,
    marks: tools.marks,
    mistakesIn: (plan) => toolMistakes(plan, tools),
    agents: agents.map(({ name }) => name),
  };
}
