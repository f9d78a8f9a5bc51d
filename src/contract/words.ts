import { z } from "zod";
import { EditOpSchema, ImpactSchema, PlanChangesSchema } from "./plan/edit.ts";
import { LIMITS } from "./tables/limits.ts";
import { PROPOSAL_SOURCES } from "./tables/vocabulary.ts";
import { longText, PlanIdSchema, SaidSchema, TodoIdSchema } from "./text.ts";

/** The kinds of instructions that are understood without a model (`docs/outlines.md`). */
export const PATTERN_IDS = [
  "add",
  "add_first",
  "add_after",
  "add_before",
  "add_between",
  "remove",
  "do_before",
  "do_after",
  "wait",
  "not_wait",
  "raise",
  "lower",
  "priority",
  "move_before",
  "move_after",
  "move_first",
  "move_last",
  "swap",
  "approval",
  "rename",
  "assign",
] as const;
export type PatternId = (typeof PATTERN_IDS)[number];

/** A piece of what a person wrote, and where it begins; both count from 1. */
const PLACE = { text: z.string(), line: z.int().min(1), column: z.int().min(1) };

/** What was understood of a piece. */
const UnderstoodSchema = z
  .object({
    ...PLACE,
    /** Which kind of instruction it is; another source than words may have no such kinds. */
    pattern: z.string(),
    meaning: z.string(),
    meaning_said: SaidSchema.optional(),
    /** Places of its operations in the proposal. */
    operations: z.array(z.int().min(0)),
  })
  .meta({ id: "Understood" });

/** A piece that was not understood, and so changes nothing. */
const NotUnderstoodSchema = z
  .object({
    ...PLACE,
    detail: z.string(),
    detail_said: SaidSchema.optional(),
    /** What would be understood. */
    instead: z.array(z.string()),
  })
  .meta({ id: "NotUnderstood" });

/** A name that more than one thing may have, and what to write instead for each. */
const WordChoiceSchema = z
  .object({
    ...PLACE,
    name: z.string(),
    options: z.array(
      z.object({
        /** Null for what is not in the plan yet. */
        todo_id: TodoIdSchema.nullable(),
        title: z.string(),
        /** The whole instruction with this meaning. */
        instruction: z.string(),
      }),
    ),
  })
  .meta({ id: "WordChoice" });

/** The body of a request for a proposal. */
export const ProposeInputSchema = z.strictObject({
  instruction: longText(LIMITS.instruction).min(1),
  /** The version that the person looked at; any other is refused. */
  base_version: z.int().min(1).optional(),
});

export type ProposeInput = z.input<typeof ProposeInputSchema>;

/** What an instruction would change: nothing is changed before somebody sends its operations as an edit. */
export const ProposalSchema = z
  .object({
    plan_id: PlanIdSchema,
    /** The version that the operations are meant for. */
    base_version: z.int().min(1),
    source: z.enum(PROPOSAL_SOURCES),
    instruction: z.string(),
    operations: z.array(EditOpSchema),
    understood: z.array(UnderstoodSchema),
    not_understood: z.array(NotUnderstoodSchema),
    choices: z.array(WordChoiceSchema),
    /** What the operations change together; null without operations, and where the plan refuses them. */
    diff: PlanChangesSchema.nullable(),
    impact: ImpactSchema.nullable(),
    /** Why the plan would refuse the operations. */
    problem: z
      .object({
        code: z.string(),
        detail: z.string(),
        detail_said: SaidSchema.optional(),
        hint: z.string().optional(),
        hint_said: SaidSchema.optional(),
        errors: z
          .array(
            z.object({
              pointer: z.string(),
              detail: z.string(),
              detail_said: SaidSchema.optional(),
              code: z.string().optional(),
            }),
          )
          .optional(),
      })
      .nullable(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof ProposalSchema>;
