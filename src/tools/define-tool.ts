import { z } from "zod";
import type { ModelTool } from "../contract/model.ts";
import type { JsonObject } from "../contract/text.ts";
import { marksSecrets } from "../json/secret-places.ts";

/** What a running tool knows and may use. */
export interface ToolContext {
  readonly plan_id: string;
  readonly todo_id: string;
  /** Which run of the todo this is, from 1. All attempts of one run carry the same key and bytes. */
  readonly run: number;
  /** Which attempt of this run, from 1. */
  readonly attempt: number;
  /** Same for every attempt of a run: give it to the systems you change, so that a repeat is harmless. */
  readonly idempotency_key: string;
  /** The todo's `input_data`: what earlier todos gave, under any names; `{}` when it has none. */
  readonly input_data: JsonObject;
  /** Aborts when the todo is cancelled, its time is over or the worker shuts down. A tool that goes on is given up. */
  readonly signal: AbortSignal;
  /** The plan's own folder (absolute path, it exists): the only place where tools keep files. */
  readonly workspace: string;
  readonly log: ToolLog;
  /** Tells watchers how far the tool is: percent 0–100 and, if wanted, a line of text. */
  progress(percent: number, message?: string): void;
}

export interface ToolLog {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export interface ToolDefinition<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** The name that todos use; also the Temporal activity type. */
  readonly name: string;
  /** One line for people: what running this tool does. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /**
   * Whether a run that was broken off, nobody knows where, may be done again with the same
   * idempotency key. Then a todo loses no attempt when its worker is told to stop.
   */
  readonly repeatable?: boolean;
  /**
   * Whether it takes milliseconds and may be repeated, as `repeatable` says. Todos of such tools that
   * follow one another run together, at the cost of one; one that takes longer than a second runs again alone.
   */
  readonly quick?: boolean;
  /** Whether nobody can undo what it does: people are told so, and no approval of it is remembered. */
  readonly irreversible?: boolean;
  /** Whether a person is asked before it runs, whatever the plan or the agent says that would run it. */
  readonly requires_approval?: boolean;
  /** Whether it changes nothing anywhere: an agent may use it before it has written down its steps. */
  readonly read_only?: boolean;
  run(input: z.output<Input>, ctx: ToolContext): Promise<z.input<Output>> | z.input<Output>;
}

/** A tool with its types forgotten, as registries hold it. */
export interface Tool extends Omit<ToolDefinition, "run"> {
  run(input: unknown, ctx: ToolContext): unknown;
}

const TOOL_NAME = /^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/;

/**
 * Declares a tool that todos can run.
 *
 * Promises: `run` is called only with input that `input` accepted, and its answer is checked with
 * `output` before anyone sees it. Throw `ToolError` to name the kind of a failure.
 * @throws TypeError when the name is not 1–64 letters, digits, `_`, `.` or `-`, starting with a letter, or
 * when `input`, `output` or `run` is not what it has to be.
 */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  if (!TOOL_NAME.test(definition.name)) {
    throw new TypeError(
      `Tool name ${JSON.stringify(definition.name)} must be 1–64 letters, digits, "_", "." or "-", starting with a letter.`,
    );
  }
  for (const side of ["input", "output"] as const) {
    const { safeParse } = (definition[side] ?? {}) as { safeParse?: unknown };
    if (typeof safeParse === "function") continue;
    throw new TypeError(
      `The ${side} of the tool "${definition.name}" must be a schema, such as the z of "holdpoint/tools" makes.`,
    );
  }
  if (typeof definition.run !== "function") {
    throw new TypeError(
      `The tool "${definition.name}" needs "run", a function that does its work.`,
    );
  }
  return definition as unknown as Tool;
}

/**
 * Marks a value of a tool's input or output as secret: `token: secret(z.string())`. From the request that
 * brings it to the tool that gets it, only a sealed text stands in its place; whoever may decide can have it
 * shown. In JSON Schema it is `writeOnly: true`.
 * @throws TypeError for what is no schema of zod 4.
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  if (!isSchema(schema)) {
    throw new TypeError(
      'secret() takes a schema of zod 4, such as the z of "holdpoint/tools" makes.',
    );
  }
  const marked = schema.clone();
  // Into our own registry: another version of zod may keep its marks where nobody here would look, and
  // zod/mini has no `meta`.
  z.globalRegistry.add(marked, { ...schema.meta?.(), writeOnly: true });
  return marked;
}

/** Whether it is a schema of zod 4, of whichever version: those before are made otherwise. */
export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

/**
 * A side of a tool as a JSON Schema, as far as that can say it.
 * @throws TypeError when nobody can tell which of its values are secret.
 */
export function schemaOf(tool: Pick<Tool, "name" | "input" | "output">, io: "input" | "output") {
  try {
    return toSchema(tool[io], io);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(
      `The ${io} of the tool "${tool.name}" cannot be written as JSON Schema: ${why}`,
      { cause },
    );
  }
}

/** Of a pipe JSON Schema tells one side; where the other one holds a secret, the whole of it is secret. */
function toSchema(
  schema: z.core.$ZodType,
  io: "input" | "output",
  looked: ReadonlySet<z.core.$ZodType> = new Set(),
): JsonObject {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      // A pipe may hold itself.
      if (def.type !== "pipe" || looked.has(zodSchema)) return;
      const untold = toSchema(
        io === "input" ? def.out : def.in,
        io,
        new Set([...looked, zodSchema]),
      );
      if (marksSecrets(untold)) jsonSchema.writeOnly = true;
    },
  }) as JsonObject;
}

/** A tool as models are told of it. @throws TypeError as `schemaOf`. */
export function toModelTool(tool: Tool): ModelTool {
  const { $schema: _, ...parameters } = schemaOf(tool, "input");
  return { name: tool.name, description: tool.description, parameters };
}
