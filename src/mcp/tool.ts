import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { english, isSentenceId, named, type Sentence } from "../contract/sentences/sentence.ts";

/**
 * Calls a route of the API in the name of whoever uses the tools, for one version of a plan if that is said.
 * @throws ProblemError
 */
export type Ask = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  sent?: { readonly query?: object; readonly body?: object; readonly version?: number | undefined },
) => Promise<unknown>;

/** What a person has to say yes to before a tool does anything. */
export interface Question {
  readonly message: Sentence;
  /** What does the same in a terminal, for clients that cannot ask. */
  readonly command: string;
  /** Where people do it themselves on the screen: a path. */
  readonly page: string;
  /** The version of the plan that they are told of, where their yes is for that one alone. */
  readonly version?: number;
}

/** What a person agreed to: one command, and which version of its plan they were told of. */
export interface Agreed {
  readonly command_id: string;
  readonly version?: number | undefined;
}

/** A tool as models see it, and the route that it calls. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Asks a person first; only their yes lets `run` be called, with what they agreed to. */
  readonly question?: (ask: Ask, input: never) => Promise<Question>;
  readonly run: (ask: Ask, input: never, agreed?: Agreed) => Promise<object>;
}

interface Declaration<Input extends z.ZodObject> extends Omit<McpTool, "run" | "question"> {
  readonly input: Input;
  readonly question?: (ask: Ask, input: z.output<Input>) => Promise<Question>;
  readonly run: (ask: Ask, input: z.output<Input>, agreed?: Agreed) => Promise<unknown>;
}

/** Declares a tool. */
export function tool<Input extends z.ZodObject>(declared: Declaration<Input>): McpTool {
  return declared as unknown as McpTool;
}

/** Changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Adds something; again is something else. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
/** Says something; again says the same. */
export const SAYS: ToolAnnotations = { ...ADDS, idempotentHint: true };
/** Changes what is there. */
export const CHANGES: ToolAnnotations = { ...ADDS, destructiveHint: true };

/** A schema as the server wants it: what any JSON value may be is written as anything. */
export function schemaOf(schema: z.ZodObject): StandardSchemaWithJSON {
  const write = () => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return {
    "~standard": {
      ...schema["~standard"],
      validate: (value: unknown) => {
        const read = schema.safeParse(value, { error: missing });
        if (read.success) return { value: read.data };
        return {
          issues: read.error.issues.map(({ path, message }) => ({ path, message: told(message) })),
        };
      },
      jsonSchema: { input: write, output: write },
    },
  } as unknown as StandardSchemaWithJSON;
}

/** What is left out is said to be missing, and not of a wrong type. */
const missing = ({ input }: z.core.$ZodRawIssue): string | undefined =>
  input === undefined ? named("missing") : undefined;

/** A mistake in words: our schemas name sentences. */
function told(message: string): string {
  return isSentenceId(message) ? english({ id: message, values: {} }) : message;
}

/** An id as one segment of a path. */
export const segment = encodeURIComponent;

/** A path with its query; what is undefined is left out. */
export function pathWith(path: string, query: object): string {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  const written = new URLSearchParams(
    said.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return written === "" ? path : `${path}?${written}`;
}
