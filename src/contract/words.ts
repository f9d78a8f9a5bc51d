import { z } from "zod";
import { EditOpSchema, ImpactSchema, PlanChangesSchema } from "./plan/edit.ts";
import { NewPlanSchema, PlanViewSchema, type NewPlanInput } from "./plan/plan.ts";
import { ToldProblemSchema } from "./problems/problem.ts";
import { named } from "./sentences/sentence.ts";
import { LIMITS } from "./tables/limits.ts";
import { JsonObjectSchema, longText, PlanIdSchema, SaidSchema, TodoIdSchema } from "./text.ts";

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

/** What was understood of an outline, line by line, and what was not. */
export const OutlineReadingSchema = z
  .object({
    understood: z.array(
      z.object({
        ...PLACE,
        /** Null for what is said of the plan itself. */
        todo_id: TodoIdSchema.nullable(),
        meaning: z.string(),
        meaning_said: SaidSchema.optional(),
      }),
    ),
    not_understood: z.array(NotUnderstoodSchema),
  })
  .meta({ id: "OutlineReading" });
export type OutlineReading = z.infer<typeof OutlineReadingSchema>;

/** The body of a new plan: what a plan file has, or an outline and what it does not say. */
export const CreatePlanSchema = NewPlanSchema.extend({
  title: NewPlanSchema.shape.title.optional(),
  todos: NewPlanSchema.shape.todos.optional(),
  /** The plan in words (docs/outlines.md), in place of its todos. */
  outline: longText(LIMITS.outline).min(1).optional(),
})
  .superRefine(({ title, todos, outline }, context) => {
    const missing = named("missing");
    const issue = (field: string, message: string): void =>
      context.addIssue({ code: "custom", path: [field], message });
    if (outline !== undefined && todos !== undefined) issue("outline", named("outline_or_todos"));
    if (outline !== undefined) return;
    if (title === undefined) issue("title", missing);
    if (todos === undefined) issue("todos", missing);
  })
  .meta({ id: "CreatePlan" });
/** As a plan file would say it, or as an outline. */
export type CreatePlanInput =
  | NewPlanInput
  | (z.input<typeof CreatePlanSchema> & { readonly outline: string });

/** A new plan, with what was understood where it was written in words. */
export const CreatedPlanSchema = PlanViewSchema.extend({
  outline: OutlineReadingSchema.optional(),
}).meta({ id: "CreatedPlan" });
export type CreatedPlan = z.infer<typeof CreatedPlanSchema>;

/** What a new plan would be; nothing was started. */
export const CreatePreviewSchema = z.object({
  /** As one would write it; null where there is no todo in it. */
  plan: JsonObjectSchema.nullable(),
  outline: OutlineReadingSchema.optional(),
});
export type CreatePreview = z.infer<typeof CreatePreviewSchema>;

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
    instruction: z.string(),
    operations: z.array(EditOpSchema),
    understood: z.array(UnderstoodSchema),
    not_understood: z.array(NotUnderstoodSchema),
    choices: z.array(WordChoiceSchema),
    /** What the operations change together; null without operations, and where the plan refuses them. */
    diff: PlanChangesSchema.nullable(),
    impact: ImpactSchema.nullable(),
    /** Why the plan would refuse the operations. */
    problem: ToldProblemSchema.pick({
      code: true,
      detail: true,
      detail_said: true,
      hint: true,
      hint_said: true,
      errors: true,
    }).nullable(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof ProposalSchema>;
