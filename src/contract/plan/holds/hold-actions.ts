import { z } from "zod";
import type { SentenceId } from "../../sentences/sentence.ts";
import { LIMITS } from "../../tables/limits.ts";
import type { Role } from "../../tables/vocabulary.ts";
import { lineText } from "../../text.ts";

interface HoldActionKind {
  /** The least role that may do it. */
  readonly role: Role;
  /** What its route is called in the documents. */
  readonly summary: string;
  /** What it has to be told, besides why. */
  readonly input: z.ZodRawShape;
  /** An input that nearly every open hold takes. */
  readonly example: object;
  /** What the log says of it, and the sentence that says so. */
  readonly event: Extract<SentenceId, `hold.${string}`>;
}

/** What a person may do about an open hold without deciding it. */
export const HOLD_ACTIONS = {
  /** The deadline moves by so many seconds. */
  extend: {
    role: "approver",
    summary: "Give a hold more time",
    input: { seconds: z.int().min(1).max(LIMITS.max_timeout_seconds) },
    example: { seconds: 60 },
    event: "hold.extended",
  },
  /** Another person is asked to decide; anyone else who may decide still can. */
  delegate: {
    role: "approver",
    summary: "Ask somebody else to decide a hold",
    input: { to: lineText(LIMITS.tag).normalize() },
    example: { to: "lee" },
    event: "hold.delegated",
  },
  /** Shows who may decide one secret value of it; the log says who saw which, and never the value. */
  reveal: {
    role: "approver",
    summary: "Show one secret value that a hold is about",
    input: { pointer: lineText(LIMITS.reason) },
    example: { pointer: "/args/token" },
    event: "hold.revealed",
  },
  /** A decision that has not taken effect is taken back: the hold asks again. */
  undo: {
    role: "approver",
    summary: "Take a decision back before it takes effect",
    input: {},
    example: {},
    event: "hold.undone",
  },
  /** What was remembered with its approval counts no more: later todos ask again. */
  revoke: {
    role: "approver",
    summary: "End an approval that is remembered",
    input: {},
    example: {},
    event: "hold.revoked",
  },
  /** Nobody is asked any more, and the todo is skipped: operators may skip it anyway. */
  withdraw: {
    role: "operator",
    summary: "Withdraw a hold, so that nobody is asked any more",
    input: {},
    example: {},
    event: "hold.withdrawn",
  },
} as const satisfies Record<string, HoldActionKind>;

export type HoldAction = keyof typeof HOLD_ACTIONS;
export const HOLD_ACTION_NAMES = Object.keys(HOLD_ACTIONS) as HoldAction[];
type InputOf<Action extends HoldAction> = (typeof HOLD_ACTIONS)[Action]["input"];
/** The fields of all inputs; no two say the same name in two ways. */
type AnyInput = {
  readonly [Field in InputField]: Extract<InputOf<HoldAction>, Record<Field, unknown>>[Field];
};
type InputField = { [Action in HoldAction]: keyof InputOf<Action> }[HoldAction];
/** What each action is told, by its name. */
export type HoldActionInputs = {
  readonly [Action in HoldAction]: {
    readonly [Field in keyof InputOf<Action>]: z.output<InputOf<Action>[Field]>;
  };
};
/** What any of them may be told. */
export const HOLD_ACTION_FIELDS = Object.assign(
  {},
  ...Object.values(HOLD_ACTIONS).map(({ input }) => input),
) as AnyInput;
export type HoldActionEvent = (typeof HOLD_ACTIONS)[HoldAction]["event"];
