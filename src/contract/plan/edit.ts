import { z } from "zod";
import { named } from "../sentences/sentence.ts";
import { LIMITS } from "../tables/limits.ts";
import {
  APPROVAL_RULES,
  CHANGE_TYPES,
  REPLAN_POLICIES,
  TODO_DEFAULTS,
  WORK_KINDS,
} from "../tables/vocabulary.ts";
import {
  CheckpointIdSchema,
  CommandIdSchema,
  JsonSchema,
  lineText,
  titleText,
  longText,
  TimestampSchema,
  TodoIdSchema,
} from "../text.ts";
import { BudgetSchema } from "./agents/agent.ts";
import {
  ApprovalPolicySchema,
  FailureStrategiesSchema,
  NewTodoSchema,
  PrioritySchema,
  TODO_FIELDS,
  TodoSchema,
} from "./todo.ts";

/** Where a todo goes in the plan: exactly one of the five; a number counts the todos before it (S0 §5.3.1). */
export const PositionSchema = z
  .union(
    [
      z.enum(["first", "last"]),
      z.int().min(0).max(LIMITS.todos),
      z.strictObject({ before: TodoIdSchema }),
      z.strictObject({ after: TodoIdSchema }),
    ],
    named("position"),
  )
  .meta({ id: "Position" });
export type Position = z.infer<typeof PositionSchema>;

/** The fields of a todo that a person may change. */
export const TodoChangesSchema = z
  .strictObject({ title: titleText, kind: z.enum(WORK_KINDS), ...TODO_FIELDS })
  .partial()
  .meta({ id: "TodoChanges" });
export type TodoChanges = z.output<typeof TodoChangesSchema>;

/** The settings of a plan that a person may change while it runs. */
export const PlanSettingsSchema = z
  .strictObject({
    title: titleText,
    description: longText(LIMITS.description).nullable(),
    max_parallel: z.int().min(1).max(LIMITS.max_parallel),
    budget_usd: BudgetSchema.nullable(),
    approval: z.enum(APPROVAL_RULES),
    approval_policy: ApprovalPolicySchema,
    failure: FailureStrategiesSchema,
    replan_policy: z.enum(REPLAN_POLICIES),
    tags: z.array(lineText(LIMITS.tag)).max(LIMITS.tags),
  })
  .partial()
  .meta({ id: "PlanSettings" });
export type PlanSettings = z.infer<typeof PlanSettingsSchema>;

const said = { description: longText(LIMITS.description).optional() };
const target = { target_id: TodoIdSchema };
/** S0 writes both where an operation has none (§6.2). */
const untargeted = { target_id: z.null().optional() };
const unspecified = { params: z.strictObject({}).meta({ id: "NoParams" }).optional() };
const params = {
  params: z.strictObject({ depends_on: TodoIdSchema }).meta({ id: "DependencyParams" }),
};

/*
 * Whatever is an object here has a name: programs that are made from the API's document get a type for
 * each, and some get none for a choice between objects without names.
 */
const AddTodoOp = z
  .strictObject({
    edit_type: z.literal("add_todo"),
    ...untargeted,
    params: z
      .strictObject({ todo: NewTodoSchema, position: PositionSchema.optional() })
      .meta({ id: "NewTodoParams" }),
    ...said,
  })
  .meta({ id: "AddTodoOp" });
const RemoveTodoOp = z
  .strictObject({ edit_type: z.literal("remove_todo"), ...target, ...unspecified, ...said })
  .meta({ id: "RemoveTodoOp" });
const ModifyTodoOp = z
  .strictObject({
    edit_type: z.literal("modify_todo"),
    ...target,
    params: z.strictObject({ changes: TodoChangesSchema }).meta({ id: "ModifyTodoParams" }),
    ...said,
  })
  .meta({ id: "ModifyTodoOp" });
const ReorderOp = z
  .strictObject({
    edit_type: z.literal("reorder"),
    /** The todo to move; without it, `order` gives todos each other's places. */
    target_id: TodoIdSchema.nullish(),
    params: z.union(
      [
        z.strictObject({ position: PositionSchema }).meta({ id: "MoveParams" }),
        z
          .strictObject({ order: z.array(TodoIdSchema).min(2).max(LIMITS.todos) })
          .meta({ id: "OrderParams" }),
      ],
      named("position_or_order"),
    ),
    ...said,
  })
  .meta({ id: "ReorderOp" });
const ChangePriorityOp = z
  .strictObject({
    edit_type: z.literal("change_priority"),
    ...target,
    params: z.strictObject({ priority: PrioritySchema }).meta({ id: "PriorityParams" }),
    ...said,
  })
  .meta({ id: "ChangePriorityOp" });
const AddDependencyOp = z
  .strictObject({ edit_type: z.literal("add_dependency"), ...target, ...params, ...said })
  .meta({ id: "AddDependencyOp" });
const RemoveDependencyOp = z
  .strictObject({ edit_type: z.literal("remove_dependency"), ...target, ...params, ...said })
  .meta({ id: "RemoveDependencyOp" });
const ModifyPlanOp = z
  .strictObject({
    edit_type: z.literal("modify_plan"),
    ...untargeted,
    params: z.strictObject({ changes: PlanSettingsSchema }).meta({ id: "ModifyPlanParams" }),
    ...said,
  })
  .meta({ id: "ModifyPlanOp" });

/** S0's seven operations (§6.2), and `modify_plan` for the plan's own settings. */
export const EditOpSchema = z
  .discriminatedUnion(
    "edit_type",
    [
      AddTodoOp,
      RemoveTodoOp,
      ModifyTodoOp,
      ReorderOp,
      ChangePriorityOp,
      AddDependencyOp,
      RemoveDependencyOp,
      ModifyPlanOp,
    ],
    named("known_operation"),
  )
  .meta({ id: "EditOp" });
export type EditOp = z.output<typeof EditOpSchema>;

function definedFields(): { [Field in keyof typeof TODO_DEFAULTS]: true } {
  const fields = Object.keys(TODO_DEFAULTS).map((field) => [field, true]);
  return Object.fromEntries(fields) as ReturnType<typeof definedFields>;
}

/** What a todo is, apart from what became of it: what versions keep and edits change. */
export const TodoDefinitionSchema = TodoSchema.pick({
  id: true,
  rank: true,
  title: true,
  kind: true,
  created_at: true,
  ...definedFields(),
}).meta({ id: "TodoDefinition" });
export type TodoDefinition = z.infer<typeof TodoDefinitionSchema>;

/** One todo's definition before and after; null where it is not in the plan. */
export const TodoChangeSchema = z.object({
  todo_id: TodoIdSchema,
  before: TodoDefinitionSchema.nullable(),
  after: TodoDefinitionSchema.nullable(),
});
export type TodoChange = z.infer<typeof TodoChangeSchema>;

/** Everything that distinguishes two versions of a plan. */
export const PlanChangesSchema = z
  .object({
    todos: z.array(TodoChangeSchema),
    settings: z.object({ before: PlanSettingsSchema, after: PlanSettingsSchema }).nullable(),
  })
  .meta({ id: "PlanChanges" });
export type PlanChanges = z.infer<typeof PlanChangesSchema>;

/** What a change would do besides changing the plan's structure. */
export const ImpactSchema = z.object({
  /** Todos that have ended and would run again. */
  runs_again: z.array(TodoIdSchema),
  /** Completed todos that would run again if what they are given were different by then. */
  may_run_again: z.array(TodoIdSchema),
  /** Todos whose tools have run, and whose effects outside the plan stay as they are. */
  cannot_be_undone: z.array(TodoIdSchema),
  /** Running todos whose agents would be told to stop: people do them from then on. */
  stops: z.array(TodoIdSchema),
  /** Todos that would start at once. */
  starts: z.array(TodoIdSchema),
  /** Undecided todos for which others would no longer wait, and which: they start without that decision. */
  unawaited: z.array(z.object({ about: TodoIdSchema, todos: z.array(TodoIdSchema) })),
  /** Holds that would ask no more, and those that would ask instead. */
  holds_closed: z.array(z.string()),
  holds_opened: z.array(z.string()),
  /** Whether nothing would be left to do. */
  ends_plan: z.boolean(),
});
export type Impact = z.infer<typeof ImpactSchema>;

/** What a change of a plan would do; nothing was changed. */
export const EditPreviewSchema = z
  .object({
    validate_only: z.literal(true),
    /** The version that was looked at: with it as `If-Match`, the change is made there or not at all. */
    base_version: z.int().min(1),
    changes: PlanChangesSchema.nullable(),
    impact: ImpactSchema,
  })
  .meta({ id: "EditPreview" });
export type EditPreview = z.infer<typeof EditPreviewSchema>;

/** A version of a plan: who made it, when, why, and what it changed. */
export const PlanVersionSchema = z
  .object({
    version: z.int().min(1),
    change_type: z.enum(CHANGE_TYPES),
    at: TimestampSchema,
    by: z.string(),
    reason: z.string().nullable(),
    /** Sequence number of the event that made it. */
    seq: z.int(),
    changes: PlanChangesSchema,
    /** The version whose edit an undo took back, or to which a rollback went. */
    of_version: z.int().nullable(),
  })
  .meta({ id: "PlanVersion" });
export type PlanVersion = z.infer<typeof PlanVersionSchema>;

export const VersionListSchema = z.object({ versions: z.array(PlanVersionSchema) });

/** A version with the plan's structure as it was then: todos in plan order, and settings. */
export const VersionViewSchema = PlanVersionSchema.extend({
  todos: z.array(TodoDefinitionSchema),
  settings: PlanSettingsSchema.required(),
});
export type VersionView = z.infer<typeof VersionViewSchema>;

/** A moment to which a plan can be restored (S1, S2). */
export const CheckpointSchema = z
  .object({
    checkpoint_id: z.string(),
    parent_id: z.string().nullable(),
    timestamp: TimestampSchema,
    /** What happened at that moment: how the version came to be, or how the todo ended. */
    phase: z.string(),
    todo_id: TodoIdSchema.nullable(),
    version: z.int(),
    /** How many todos of that version were done then, and how many percent of them. */
    todos_completed: z.int().min(0),
    overall_progress: z.number(),
  })
  .meta({ id: "Checkpoint" });
export type Checkpoint = z.infer<typeof CheckpointSchema>;

export const CheckpointListSchema = z.object({ checkpoints: z.array(CheckpointSchema) });

/** One field that differs between two versions. */
export const FieldDifferenceSchema = z.object({
  field: z.string(),
  before: JsonSchema,
  after: JsonSchema,
});

/** What differs between two versions, by todo and by field. */
export const ComparisonSchema = z
  .object({
    from: z.int(),
    to: z.int(),
    added: z.array(TodoDefinitionSchema),
    removed: z.array(TodoDefinitionSchema),
    changed: z.array(z.object({ todo_id: TodoIdSchema, fields: z.array(FieldDifferenceSchema) })),
    settings: z.array(FieldDifferenceSchema),
  })
  .meta({ id: "Comparison" });
export type Comparison = z.infer<typeof ComparisonSchema>;

const about = {
  reason: longText(LIMITS.reason).optional(),
  command_id: CommandIdSchema.optional(),
};

/** The body of an edit. */
export const EditInputSchema = z.strictObject({
  ops: z.array(EditOpSchema).min(1).max(LIMITS.ops),
  /** The version that the person looked at; the newest when absent. */
  base_version: z.int().min(1).optional(),
  ...about,
});

/** The body of an action on a todo. */
export const TodoActionInputSchema = z
  .strictObject({
    /** For `retry` and `rerun`: what is changed first, as `modify_todo` has it, also in a plan that has ended. */
    changes: TodoChangesSchema.optional(),
    ...about,
  })
  .meta({ id: "TodoActionInput" });

/** The body of a rollback: one of both says where to. */
export const RollbackInputSchema = z.strictObject({
  version: z.int().min(1).optional(),
  checkpoint_id: CheckpointIdSchema.optional(),
  ...about,
});
