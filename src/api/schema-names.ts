import { z } from "zod";
import {
  CheckpointSchema,
  ComparisonSchema,
  EditOpSchema,
  PlanChangesSchema,
  PlanVersionSchema,
  PositionSchema,
  TodoDefinitionSchema,
} from "../contract/edit.ts";
import { PlanEventSchema } from "../contract/event.ts";
import { DecisionInputSchema, HoldSchema } from "../contract/hold.ts";
import { InboxRowSchema, PlanRowSchema } from "../contract/list.ts";
import {
  NewPlanSchema,
  PlanViewSchema,
  ProgressSchema,
  ReasonInputSchema,
  ReasonSchema,
  ReceiptSchema,
  TodoDetailSchema,
} from "../contract/plan.ts";
import { PlanScheduleSchema, ScheduleInputSchema } from "../contract/schedule.ts";
import { ParameterSchema, TemplateSchema } from "../contract/template.ts";
import { JsonObjectSchema, JsonSchema, TimestampSchema } from "../contract/text.ts";
import {
  ApprovalSettingsSchema,
  FailureStrategiesSchema,
  InputRequestSchema,
  NewTodoSchema,
  TodoSchema,
} from "../contract/todo.ts";
import { ProblemSchema } from "./problem.ts";

/** The schemas that the API's document names; all others stand where they are used. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  ApprovalSettings: ApprovalSettingsSchema,
  Checkpoint: CheckpointSchema,
  Comparison: ComparisonSchema,
  DecisionInput: DecisionInputSchema,
  EditOp: EditOpSchema,
  FailureStrategies: FailureStrategiesSchema,
  Hold: HoldSchema,
  InboxRow: InboxRowSchema,
  InputRequest: InputRequestSchema,
  JsonObject: JsonObjectSchema,
  JsonValue: JsonSchema,
  NewPlan: NewPlanSchema,
  NewTodo: NewTodoSchema,
  Parameter: ParameterSchema,
  Plan: PlanViewSchema,
  PlanChanges: PlanChangesSchema,
  PlanEvent: PlanEventSchema,
  PlanRow: PlanRowSchema,
  PlanVersion: PlanVersionSchema,
  Position: PositionSchema,
  Problem: ProblemSchema,
  Progress: ProgressSchema,
  Reason: ReasonSchema,
  ReasonInput: ReasonInputSchema,
  Receipt: ReceiptSchema,
  Schedule: PlanScheduleSchema,
  ScheduleInput: ScheduleInputSchema,
  Template: TemplateSchema,
  Timestamp: TimestampSchema,
  Todo: TodoSchema,
  TodoDefinition: TodoDefinitionSchema,
  TodoDetail: TodoDetailSchema,
};

export type JsonSchemaObject = { [keyword: string]: unknown };
type Side = "input" | "output";
type Target = "draft-2020-12" | "draft-7";

/** JSON Schemas of zod schemas, as parts of one document. */
export interface SchemaWriter {
  /** Where requests are described: defaults may be left out. */
  readonly input: (schema: z.ZodType) => JsonSchemaObject;
  /** Where answers are described: everything that is always there is required. */
  readonly output: (schema: z.ZodType) => JsonSchemaObject;
  /** The named schemas that were used. */
  readonly components: () => Record<string, JsonSchemaObject>;
}

const PREFIX = "#/components/schemas/";

/**
 * Writes JSON Schemas that refer to the named ones; a name has `Input` where requests differ.
 * @param target the draft that the document's readers know.
 */
export function createSchemaWriter(target: Target = "draft-2020-12"): SchemaWriter {
  const sides = { input: namedSchemas("input", target), output: namedSchemas("output", target) };
  const differing = differingNames(sides.input, sides.output);
  const used: Record<string, JsonSchemaObject> = {};
  const nameOn = (side: Side, name: string): string =>
    side === "input" && differing.has(name) ? `${name}Input` : name;

  const link = (side: Side, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => link(side, item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key !== "$ref" || typeof item !== "string") return [key, link(side, item)];
        const name = item.slice(PREFIX.length);
        const own = nameOn(side, name);
        if (used[own] === undefined) {
          used[own] = {};
          used[own] = link(side, sides[side][name]) as JsonSchemaObject;
        }
        return [key, PREFIX + own];
      }),
    );
  };
  const write = (side: Side) => (schema: z.ZodType) => {
    const name = Object.keys(NAMED).find((known) => NAMED[known] === schema);
    const written = name === undefined ? convert(schema, side, target) : { $ref: PREFIX + name };
    return link(side, written) as JsonSchemaObject;
  };
  return {
    input: write("input"),
    output: write("output"),
    components: () =>
      Object.fromEntries(Object.entries(used).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function registryOf(extra: Readonly<Record<string, z.ZodType>> = {}) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...NAMED, ...extra })) registry.add(schema, { id });
  return registry;
}

const ANONYMOUS = "_";

function convert(schema: z.ZodType, io: Side, target: Target): JsonSchemaObject {
  return toSchemas(registryOf({ [ANONYMOUS]: schema }), io, target)[ANONYMOUS]!;
}

function namedSchemas(io: Side, target: Target): Record<string, JsonSchemaObject> {
  return toSchemas(registryOf(), io, target);
}

function toSchemas(
  registry: ReturnType<typeof registryOf>,
  io: Side,
  target: Target,
): Record<string, JsonSchemaObject> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target,
    uri: (id) => PREFIX + id,
    unrepresentable: "any",
    override({ jsonSchema }) {
      delete jsonSchema.$schema;
      delete jsonSchema.$id;
      // Every integer is one that JSON keeps.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = portable(jsonSchema.pattern);
      // The format says it in fewer words.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/** Classes of characters by their ranges: not every reader of a pattern knows them by name. */
function portable(pattern: string): string {
  return pattern
    .replaceAll(String.raw`\p{Cc}`, String.raw`\u0000-\u001f\u007f-\u009f`)
    .replaceAll(String.raw`\p{Zl}`, String.raw`\u2028`)
    .replaceAll(String.raw`\p{Zp}`, String.raw`\u2029`);
}

/** Named schemas that are not the same in requests and answers, or refer to one that is not. */
function differingNames(
  input: Readonly<Record<string, JsonSchemaObject>>,
  output: Readonly<Record<string, JsonSchemaObject>>,
): Set<string> {
  const texts = Object.keys(input).map((name) => ({ name, text: JSON.stringify(input[name]) }));
  const differing = new Set(
    texts
      // Requests may refuse unknown fields where answers always do.
      .filter(({ name, text }) => text !== JSON.stringify(output[name]))
      .map(({ name }) => name),
  );
  for (let before = -1; before !== differing.size;) {
    before = differing.size;
    for (const { name, text } of texts) {
      if ([...differing].some((other) => text.includes(`"${PREFIX}${other}"`))) differing.add(name);
    }
  }
  return differing;
}
