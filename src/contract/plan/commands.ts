import { z } from "zod";
import { named } from "../sentences/sentence.ts";
import { LIMITS } from "../tables/limits.ts";
import {
  CHANNELS,
  DECISIONS,
  ROLES,
  TODO_ACTIONS,
  type Channel,
  type Role,
} from "../tables/vocabulary.ts";
import { CommandIdSchema, JsonSchema, lineText, SessionIdSchema } from "../text.ts";
import { noteField, RegistrationSchema, SessionEventSchema } from "./agents/session.ts";
import { EditInputSchema, RollbackInputSchema, TodoChangesSchema } from "./edit.ts";
import { HOLD_ACTION_FIELDS, HOLD_ACTION_NAMES } from "./holds/hold-actions.ts";
import { DecisionInputSchema } from "./holds/hold.ts";
import { ReplanInputSchema } from "./holds/proposal.ts";
import { ControlInputSchema, ResumeInputSchema, ReasonInputSchema } from "./plan.ts";
import { bySession, CannotInputSchema, DoneInputSchema } from "./work.ts";

/** A hold or todo as messages name it; the plan says whether there is one. */
const reference = lineText(2 * LIMITS.name + 20);
const ofSession = { session_id: SessionIdSchema };
const version = z.int().min(1);
/** What every message may carry; the plan adds what is missing. */
const sent = {
  by: lineText(LIMITS.tag * 4).optional(),
  /** What the sender's key is good for; who needs none may do everything. */
  roles: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
  /** Which groups the sender's key is in. */
  groups: z.array(lineText(LIMITS.name)).max(LIMITS.groups).optional(),
  command_id: CommandIdSchema.optional(),
  /** By which way it came. */
  via: z.enum(CHANNELS).optional(),
};
const stated = { ...sent, ...ReasonInputSchema.shape };
/** At any other version than this the plan is not to be changed. */
const expected = { expected_version: version.optional() };

/** Requires exactly one of the two fields, and says so beside any other mistakes. */
function eitherOf(first: string, second: string, error: string) {
  const isOne = (fields: object): boolean =>
    (Reflect.get(fields, first) === undefined) !== (Reflect.get(fields, second) === undefined);
  const when = ({ value }: { value: unknown }): boolean =>
    typeof value === "object" && value !== null;
  const told = { path: [first], error, when };
  return [isOne, told] as const;
}

/**
 * The messages that people send to a plan; each is a Signal and an Update of its name. Anyone who
 * reaches Temporal can send them, so the plan reads them with these schemas, as the API reads bodies.
 */
export const MESSAGES = {
  approval: z
    .strictObject({
      ...sent,
      /** One of both names the hold; a todo stands for its open hold. */
      hold_id: reference.optional(),
      todo_id: reference.optional(),
      ...DecisionInputSchema.omit({ value: true, command_id: true }).shape,
      decision: z.enum(DECISIONS).exclude(["answer"]),
    })
    .refine(...eitherOf("hold_id", "todo_id", named("one_target"))),
  /** Without `hold_id` it answers the one question of the todo; without both, the one that is open. */
  input: z.strictObject({
    ...sent,
    hold_id: reference.optional(),
    todo_id: reference.optional(),
    value: JsonSchema,
    ...DecisionInputSchema.pick({ comment: true, reason: true, digest: true, grace_seconds: true })
      .shape,
  }),
  pause: z.strictObject({ ...stated, ...ControlInputSchema.shape }),
  resume: z.strictObject({ ...stated, ...ResumeInputSchema.shape, ...expected }),
  cancel: z.strictObject({ ...stated, ...expected }),
  /** Takes an ended plan out of the lists … */
  archive: z.strictObject(stated),
  /** … and puts it back. */
  unarchive: z.strictObject(stated),
  /** Somebody has read that the plan failed. */
  acknowledge: z.strictObject(stated),
  edit: z.strictObject({ ...sent, ...EditInputSchema.shape, ...expected }),
  /** Asks a model to plan anew, by what a person says of the plan. */
  replan: z.strictObject({ ...sent, ...ReplanInputSchema.shape }),
  /** Takes back the newest edit that was not taken back yet. */
  undo: z.strictObject({ ...stated, base_version: version.optional(), ...expected }),
  /** Gives the plan the structure that it had at a version; what is done stays done. */
  rollback: z
    .strictObject({ ...sent, ...RollbackInputSchema.shape, ...expected })
    .refine(...eitherOf("version", "checkpoint_id", named("one_version"))),
  /** Somebody takes a todo that a person does … */
  claim: z.strictObject({ ...stated, todo_id: reference }),
  /** … gives it back … */
  release: z.strictObject({ ...stated, ...bySession, todo_id: reference }),
  /** … has done it … */
  done: z.strictObject({ ...sent, ...DoneInputSchema.shape, todo_id: reference }),
  /** … or cannot do it. */
  cannot: z.strictObject({
    ...sent,
    ...CannotInputSchema.shape,
    todo_id: reference,
  }),
  /** A session of an agent outside begins to work on what is assigned to it … */
  register_session: z.strictObject({ ...sent, ...RegistrationSchema.shape }),
  /** … takes the next todo … */
  claim_next: z.strictObject({ ...sent, ...ofSession }),
  /** … says that it is still at it … */
  heartbeat: z.strictObject({ ...sent, ...ofSession, ...noteField }),
  /** … tells what happens in it (S3) … */
  session_event: z.strictObject({ ...sent, ...ofSession, event: SessionEventSchema }),
  /** … and that it has a continuation prompt. */
  ack_prompt: z.strictObject({ ...sent, ...ofSession, prompt_id: reference }),
  control_todo: z.strictObject({
    ...stated,
    ...expected,
    todo_id: reference,
    action: z.enum(TODO_ACTIONS),
    /** What a todo that is tried again is made first. */
    changes: TodoChangesSchema.optional(),
  }),
  /** More time for a hold, another person for it, or its end without a decision. */
  control_hold: z.strictObject({
    ...stated,
    hold_id: reference,
    action: z.enum(HOLD_ACTION_NAMES),
    /** What the action has to be told; the plan says what is missing or too much. */
    ...z.object(HOLD_ACTION_FIELDS).partial().shape,
  }),
};
export type MessageName = keyof typeof MESSAGES;
export const MESSAGE_NAMES = Object.keys(MESSAGES) as MessageName[];

/** Who sends a command, and the id by which its repeats are known. */
interface Sent {
  readonly by: string;
  readonly command_id: string;
}

/** What a command says, without who sends it: the body of its route. */
export type CommandBody<Name extends MessageName> = {
  [Each in Name]: Omit<z.input<(typeof MESSAGES)[Each]>, "by" | "roles" | "groups" | "via">;
}[Name];
/** A command as the API sends it. */
export type CommandInput<Name extends MessageName> = CommandBody<Name> &
  Sent & { readonly roles: Role[]; readonly groups?: string[]; readonly via?: Channel };

/** Fields that are there say something. */
type Said<Fields> = { readonly [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** A person's wish as the plan has read it. */
export type CommandOf<Name extends MessageName> = {
  [Each in Name]: Sent & { readonly type: Each } & Said<
      Omit<z.output<(typeof MESSAGES)[Each]>, keyof Sent>
    >;
}[Name];
export type Command = CommandOf<MessageName>;
