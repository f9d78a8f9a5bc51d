import type { AgentDefinition } from "../contract/agent.ts";
import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import type { KeptTurn } from "../contract/plan/agents/transcript.ts";
import type { LoggedEvent } from "../contract/plan/event.ts";
import type { ProofKey } from "../contract/plan/proof.ts";
import type { ParameterValues } from "../contract/template.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import type { Reading } from "../plan/agents/read-result.ts";
import type { TodoContext } from "../plan/attempts.ts";
import type { PlanningInput } from "../plan/effects.ts";
import type { LastState } from "../plan/model/packing/last-state.ts";
import type { PackedState } from "../plan/model/packing/pack-state.ts";
import type { PlanState } from "../plan/model/state/state.ts";
import type { GoalNews, ReplanNews, ThoughtAnswer } from "../plan/model/state/thought.ts";
import type { SegmentAnswer } from "../plan/segments/run-segment.ts";
import type { ReplanInput } from "../plan/thinking/replan-input.ts";
import type { ReportInput } from "../plan/thinking/report-goal.ts";
import type { WebhookActivities } from "./webhooks/told.ts";

/** Tells Temporal that the worker lives. */
export interface Heartbeat {
  /** Tells how far a todo is. */
  readonly progress: (percent: number, message?: string) => void;
  readonly stop: () => void;
}

/** What a call in a segment shares with the others there. */
export interface SegmentCall {
  /** Ends this call: it alone took too long, or the whole segment is to stop. */
  readonly signal: AbortSignal;
  /** The segment's, which goes on after the call. */
  readonly heartbeat: Heartbeat;
}

/** The activity behind a todo; its type is the tool's name. */
export type ToolActivity = (
  args: JsonObject,
  context: TodoContext,
  /** Given by a segment, which has made the plan's workspace; Temporal gives none. */
  segment?: SegmentCall,
) => Promise<Json>;

/** A run of a plan's workflow. */
export interface EndedRun {
  readonly plan_id: string;
  readonly run_id: string;
}

/** What of a plan is kept for good: a closed part of its log, or its state when it ended. */
export type ArchivePart =
  | { readonly events: readonly LoggedEvent[] }
  | { readonly state: LastState };

/** Holdpoint's own activities, as the workflow calls them. */
export interface OwnActivities extends WebhookActivities {
  /** Keeps a part of a plan in the artifact store and answers its reference. */
  "holdpoint.archive"(input: { plan_id: string; part: ArchivePart }): Promise<string>;
  /** Runs todos of a plan one after another, and answers how they ended. */
  "holdpoint.run_segment"(input: {
    plan_id: string;
    state: PackedState;
    members: readonly string[];
  }): Promise<SegmentAnswer>;
  /** Which of these workflows have ended, each with Temporal's word for how. */
  "holdpoint.find_ended"(input: {
    workflow_ids: readonly string[];
  }): Promise<Record<string, string>>;
  /** What a run of a plan had come to; null when it goes on, or is not the plan's newest. */
  "holdpoint.read_ended"(input: EndedRun): Promise<PlanState | null>;
  /** Has Temporal forget a run that has ended. */
  "holdpoint.delete_run"(input: EndedRun): Promise<void>;
  /** Deletes what is left of a plan: runs, files and artifacts. */
  "holdpoint.delete_plan"(input: EndedRun): Promise<void>;
  /**
   * A new plan's state from a template as it is now. Fails for good when there is no such template
   * or the values do not fit it.
   */
  "holdpoint.instantiate_template"(input: {
    template_id: string;
    values: ParameterValues;
    plan_id: string;
    owner: string;
    /** When it is made, by Temporal's clock. */
    at: string;
    /** The keys of the API that the plan takes commands from. */
    proof_keys?: readonly ProofKey[];
  }): Promise<PlanState>;
  /**
   * One turn of a model. Fails with our error types; for good when asking again is answered the same,
   * else it may be tried again, no sooner than the model's server says. It heartbeats every second, so
   * that a killed worker's turn is asked again within seconds; an answer that was kept is not asked again.
   */
  "holdpoint.model_turn"(request: ModelRequest): Promise<ModelAnswer>;
  /** The agent with this name, or the names of those that there are. */
  "holdpoint.read_agent"(input: { name: string }): Promise<AgentFound>;
  /** Keeps an agent's conversation that is over, and what it came to, as results are kept. */
  "holdpoint.keep_conversation"(input: {
    plan_id: string;
    turns: readonly KeptTurn[];
    result: Json;
  }): Promise<{ transcript: string; answer: Json }>;
  /** What an agent reads of a kept result: a part, places of a text, or how it begins and ends. */
  "holdpoint.read_result"(input: {
    plan_id: string;
    /** The placeholder that the core put in the value's place. */
    kept: JsonObject;
    reading: Reading | null;
  }): Promise<JsonObject>;
  /** A turn of the planner about a goal; the plan judges what it wrote. Fails as a model's turn. */
  "holdpoint.plan_goal"(asked: {
    plan_id: string;
    turn: number;
    input: PlanningInput;
  }): Promise<Omit<GoalNews & { type: "goal_planned" }, "type" | "turn">>;
  /** The turn that answers a goal from its todos' results. Fails as a model's turn. */
  "holdpoint.report_goal"(asked: {
    plan_id: string;
    turn: number;
    input: ReportInput;
  }): Promise<{ answer: ThoughtAnswer }>;
  /** The turn that plans anew; the plan judges what it proposes. Fails as a model's turn. */
  "holdpoint.replan"(asked: {
    plan_id: string;
    turn: number;
    input: ReplanInput;
  }): Promise<Omit<ReplanNews & { type: "replanned" }, "type" | "turn">>;
}

/** What looking for an agent finds. */
export type AgentFound =
  | { readonly agent: AgentDefinition }
  | { readonly known: readonly string[] }
  /** Tools that it may use, and that this worker does not have. */
  | { readonly missing: readonly string[] };
