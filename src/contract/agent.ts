import type { ModelTool } from "./model.ts";

/** What an agent may use up; null where nothing bounds it. */
export interface AgentLimits {
  /** Turns of its model in one run. */
  readonly turns: number;
  /** Tokens in and out, of all turns of one run. */
  readonly tokens: number | null;
  /** What a run may cost before a person is asked, in US dollars. */
  readonly cost_usd: number | null;
  /** How long it may work; the time in which it waits for people does not count. */
  readonly seconds: number | null;
}

/** A tool as an agent knows it. */
export interface AgentTool extends ModelTool {
  /** Whether it changes nothing anywhere: an agent may use it before it has written a list. */
  readonly read_only?: boolean;
}

/** An agent as its workflow needs it: who it is, what it may use and how much of it. */
export interface AgentDefinition {
  readonly name: string;
  readonly instructions: string;
  /** Instead of the model of the role `agent`. */
  readonly model?: string;
  readonly tools: readonly AgentTool[];
  /** Names of those of its tools that a person approves call by call. */
  readonly approval: readonly string[];
  /** Whether it has to write a list of its steps before it changes anything. */
  readonly todo_list: boolean;
  readonly limits: AgentLimits;
}
