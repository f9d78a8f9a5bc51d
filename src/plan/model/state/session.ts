import type { Language } from "../../../contract/sentences/catalog.ts";
import type { ContinuationSkip, SessionType } from "../../../contract/tables/vocabulary.ts";

/** What S3's rules look at in a session that stops. */
export interface Continuation {
  type: SessionType;
  /** The agent that was active last, and what its last message says that it may do. */
  agent: string | null;
  tools: { readonly write: boolean; readonly edit: boolean };
  recovering: boolean;
  last_error_at: string | null;
  background_tasks: readonly string[];
  countdown: Countdown | null;
  /** Injected, and not acknowledged yet. */
  prompt: PromptState | null;
  /** Why it was not continued when it stopped last. */
  skipped: ContinuationSkip | null;
}

export interface Countdown {
  readonly ends_at: string;
  readonly seconds_left: number;
}

export interface Tally {
  readonly done: number;
  readonly total: number;
  readonly left: number;
}

export interface PromptState extends Tally {
  readonly id: string;
  readonly agent: string | null;
  readonly injected_at: string;
}

/** A session of an agent outside, as the plan keeps it. */
export interface SessionState extends Continuation {
  readonly id: string;
  assignee: string;
  language: Language;
  readonly registered_by: string;
  readonly registered_at: string;
  /** What it claimed last; over as soon as the todo is not its own any more. */
  lease: {
    readonly todo_id: string;
    readonly run: number;
    readonly until: string;
    /** The plan's version then, in which it knows the todo. */
    readonly version?: number;
  } | null;
  /** What it said last about what it is doing. */
  note: string | null;
  /** The number of the prompt by which it was told last to go on. */
  prompts: number;
}

/** How a session is named where people are: as who claims a todo, has done it, cannot do it. */
export function sessionActor(id: string): string {
  return `session:${id}`;
}
