import { z } from "zod";
import { savedFields, toldAgain } from "./kept.ts";
import { named } from "./sentences/sentence.ts";
import { LIMITS } from "./tables/limits.ts";
import { PARAMETER_TYPES } from "./tables/vocabulary.ts";
import {
  JsonObjectSchema,
  lineText,
  titleText,
  longText,
  PlanIdSchema,
  SaidSchema,
  TemplateIdSchema,
} from "./text.ts";

/** How long a text may be, its parameter says. */
const ScalarSchema = z.union([z.string(), z.number(), z.boolean()], {
  error: named("must_be_scalar"),
});

/** Something about a template that differs from plan to plan. */
export const ParameterSchema = z
  .strictObject({
    name: z
      .string()
      .max(LIMITS.name)
      .regex(/^[a-z][a-z0-9_]*$/, named("parameter_name")),
    title: titleText.optional(),
    type: z.enum(PARAMETER_TYPES).default("text"),
    /** For `choice`. */
    options: z.array(lineText(LIMITS.title)).min(1).max(LIMITS.options).optional(),
    required: z.boolean().default(true),
    default: ScalarSchema.optional(),
    /** JSON Pointers into the plan where the parameter takes the place of what stands there. */
    places: z.array(z.string().max(500)).max(LIMITS.places).optional(),
  })
  .meta({ id: "Parameter" });
export type Parameter = z.output<typeof ParameterSchema>;

/** A schedule that can start no plan of its template as it is now, and why. */
const UnfitScheduleSchema = z.object({
  id: z.string(),
  detail: z.string(),
  detail_said: SaidSchema.optional(),
});
export type UnfitSchedule = z.infer<typeof UnfitScheduleSchema>;

/** What the answer to a save tells of the schedules that use the template. */
const saveFields = { unfit_schedules: z.array(UnfitScheduleSchema) };

/**
 * A template as a person writes it: a plan in which `{{param.<name>}}` stands for a parameter, or a
 * plan that exists, of which some places become parameters.
 */
export const TemplateInputSchema = z.strictObject({
  title: titleText,
  description: longText(LIMITS.description).nullish(),
  parameters: z.array(ParameterSchema).max(LIMITS.parameters).default([]),
  plan: JsonObjectSchema.optional(),
  from_plan: PlanIdSchema.optional(),
  /** As in the address: one that was read has it here, too. */
  id: z.string().optional(),
  ...toldAgain,
  ...z.object(saveFields).partial().shape,
});
export type TemplateInput = z.output<typeof TemplateInputSchema>;

/** A template as it is kept. */
export const TemplateSchema = z
  .object({
    id: TemplateIdSchema,
    title: z.string(),
    description: z.string().nullable(),
    parameters: z.array(ParameterSchema),
    plan: JsonObjectSchema,
    ...savedFields,
  })
  .meta({ id: "Template" });
export type Template = z.output<typeof TemplateSchema>;

/** A template in a list. */
export const TemplateSummarySchema = TemplateSchema.omit({ plan: true, parameters: true }).extend({
  parameters: z.array(z.string()),
});
export type TemplateSummary = z.infer<typeof TemplateSummarySchema>;

export const TemplateListSchema = z.object({ templates: z.array(TemplateSummarySchema) });

/** The values of a template's parameters, by name. */
export const ParameterValuesSchema = z.record(z.string().max(LIMITS.name), ScalarSchema);
export type ParameterValues = Readonly<Record<string, z.output<typeof ScalarSchema>>>;

/** A template that was saved. */
export const SavedTemplateSchema = TemplateSchema.extend(saveFields).meta({ id: "SavedTemplate" });
export type SavedTemplate = z.infer<typeof SavedTemplateSchema>;

/** The body of a new plan from a template. */
export const InstantiateInputSchema = z.strictObject({
  values: ParameterValuesSchema.default({}),
  id: PlanIdSchema.optional(),
  title: titleText.optional(),
});
