import type { z } from "zod";
import {
  NewPlanSchema,
  type NewGoal,
  type NewPlan,
  type NewPlanInput,
} from "../../contract/plan/plan.ts";
import { isRefusal, Refusal } from "../../contract/problems/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { Template } from "../../contract/template.ts";
import { TemplateIdSchema, type JsonObject } from "../../contract/text.ts";
import type { CreatePlanSchema, OutlineReading } from "../../contract/words.ts";
import { fillTemplate } from "../../plan/create/template.ts";
import { readOutline } from "../../words/outline/read-outline.ts";
import {
  mayNameTemplate,
  namedTemplate,
  readTemplateValues,
  unnamedTemplate,
} from "../../words/template-words.ts";
import type { TemplateGateway } from "../gateway/records.ts";
import { knownAgents, type AgentDeps } from "./known-agents.ts";
import type { ToolCatalog } from "./new-plan.ts";
import type { Sealing } from "./secrets/seal-secrets.ts";
import { parseFilled, parseFilledPlan } from "./templates/write-template.ts";

type CreateBody = z.output<typeof CreatePlanSchema>;

/** A plan as its file would say it, and what was understood where it was written in words. */
export interface WrittenPlan {
  /** A goal where a template has one; null for an outline without todos, and where it is not understood which they are. */
  readonly plan: NewPlan | NewGoal | null;
  readonly outline: OutlineReading | undefined;
}

/** What words are read with. */
export interface WordDeps extends AgentDeps, Pick<Sealing, "secrets"> {
  readonly tools: ToolCatalog;
  readonly templates: Pick<TemplateGateway, "list" | "get">;
}

/**
 * The plan that the body of a request says. What stands beside an outline goes before what it says.
 * @throws Refusal when it is none.
 */
export async function planIn(
  { outline, ...body }: CreateBody,
  deps: WordDeps,
  /** The plan's, for what a template seals. */
  plan_id: string,
): Promise<WrittenPlan> {
  // With todos and a title, which the schema has seen to.
  if (outline === undefined) return { plan: body as NewPlan, outline: undefined };
  const ofTemplate = await templateIn(outline.normalize("NFC"), deps, plan_id);
  if (ofTemplate !== null) {
    const { reading, plan } = ofTemplate;
    const written = plan === null ? null : parseFilled({ ...plan, ...stated(body) });
    return { plan: written, outline: reading };
  }
  const { agents } = await knownAgents(deps);
  const { plan, ...reading } = readOutline(outline, {
    tools: deps.tools.list().map(({ name }) => name),
    agents: agents.map(({ name }) => name),
  });
  if (plan === null) return { plan: null, outline: reading };
  const written: NewPlanInput = {
    ...plan,
    ...body,
    title: body.title ?? plan.title,
    todos: plan.todos,
  };
  return { plan: parseFilledPlan(JSON.parse(JSON.stringify(written))), outline: reading };
}

/** The plan of a template that a text names with its values; null for a text that names none. */
async function templateIn(
  text: string,
  { templates, secrets }: WordDeps,
  plan_id: string,
): Promise<{
  readonly reading: OutlineReading;
  readonly plan: JsonObject | null;
} | null> {
  if (!mayNameTemplate(text)) return null;
  const listed = await templates.list();
  let found = namedTemplate(text, listed);
  if (found?.kind === "unknown") {
    // Lists come after the fact: one that was saved just now has an id by which it is found.
    const saved = await savedAs(found.name, templates);
    if (saved !== null) found = namedTemplate(text, [...listed, saved]);
  }
  if (found === null) return null;
  if (found.kind !== "one") {
    return { reading: unnamedTemplate(text, found), plan: null };
  }
  const { id: template_id } = found;
  const template = await templates.get(template_id);
  const { values, ...reading } = readTemplateValues(text, found, template);
  if (reading.not_understood.length > 0) return { reading, plan: null };
  const filled = fillTemplate(template, values);
  if ("problem" in filled) throw new Refusal(filled.problem);
  const plan = secrets.reseal(filled.plan, { template_id }, { plan_id });
  return { reading, plan };
}

/** The template of that id, if it is one. */
async function savedAs(
  name: string,
  templates: Pick<TemplateGateway, "get">,
): Promise<Template | null> {
  const id = TemplateIdSchema.safeParse(name);
  if (!id.success) return null;
  return templates.get(id.data).catch((error: unknown) => {
    if (isRefusal(error, "template_not_found")) return null;
    throw error;
  });
}

/** What a body says itself, and not by default: that goes before what a template says. */
function stated(body: Omit<CreateBody, "outline">): JsonObject {
  const usual = NewPlanSchema.parse({
    title: "-",
    todos: [{ title: "-" }],
  }) as unknown as JsonObject;
  const said = Object.entries(JSON.parse(JSON.stringify(body)) as JsonObject);
  return Object.fromEntries(
    said.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(usual[field])),
  );
}

/** @throws Refusal with every place of an outline that was not understood: then nothing starts. */
export function assertUnderstood({ not_understood }: OutlineReading): void {
  if (not_understood.length === 0) return;
  throw new Refusal({
    code: "validation_failed",
    detail: say("outline_not_understood", { count: not_understood.length }),
    hint: say("outline_correct"),
    errors: not_understood.slice(0, 50).map(({ line, column, text, detail, detail_said }) => ({
      pointer: "/outline",
      detail: say("outline_place", {
        line,
        column,
        text: text.slice(0, 80),
        what: (detail_said as Sentence | undefined) ?? detail,
      }),
    })),
  });
}
