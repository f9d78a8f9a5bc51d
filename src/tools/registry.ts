import { z } from "zod";
import type { ProblemDetail } from "../contract/problems/problem.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import type { JsonObject } from "../contract/text.ts";
import { isWithin, toPointer } from "../json/json-pointer.ts";
import type { ToolMarks } from "../plan/create/create.ts";
import { codeOf, mistakeOf } from "../plan/model/read-as.ts";
import { nearestName } from "../text/nearest-name.ts";
import { schemaOf, type Tool } from "./define-tool.ts";

export interface ToolRegistry {
  get(name: string): Tool | undefined;
  /** Every tool, sorted by name (by code unit, the same on every machine). */
  list(): Tool[];
  /** What they say of themselves that plans have to know. */
  readonly marks: ToolMarks;
  /** The registered name that a mistyped one most likely meant. */
  nearest(name: string): string | undefined;
  /**
   * What the tool's schema says against `args`: at most 20 issues, with pointers into `args`; none when they are fine.
   *
   * `openPaths` are JSON pointers of values that are not known yet (references to other todos'
   * results). An issue at, above or below one of them is dropped, because the value may mend it;
   * an unknown key stays an issue unless the object that holds it is itself not known yet.
   * A schema with asynchronous checks answers none here: it is checked when the tool runs.
   */
  check(name: string, args: unknown, openPaths: readonly string[]): ProblemDetail[];
  /** The JSON Schema of what the tool takes; undefined for an unknown tool. */
  readonly input: (name: string) => JsonObject | undefined;
  /** The JSON Schema of what the tool gives; undefined for an unknown tool. */
  readonly output: (name: string) => JsonObject | undefined;
}

/** The names of the tools that say of themselves what plans have to know. */
export function toolMarks(tools: readonly Tool[]): ToolMarks {
  const named = (isMarked: (tool: Tool) => boolean | undefined): string[] =>
    tools
      .filter((tool) => isMarked(tool) === true)
      .map(({ name }) => name)
      .toSorted();
  return {
    quick: named(isQuickTool),
    irreversible: named(({ irreversible }) => irreversible),
    approval: named(({ requires_approval }) => requires_approval),
  };
}

/** Whether its todos may run together: none of those may that a person has to be asked about. */
export function isQuickTool({ quick, requires_approval }: Tool): boolean {
  return quick === true && requires_approval !== true;
}

const MAX_ISSUES = 20;
const MAX_DETAIL = 500;
const MAX_POINTER = 1_000;

/** Holds `tools` by name. @throws TypeError when two of them have the same name. */
export function createToolRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) {
      throw new TypeError(
        `Two tools are named ${JSON.stringify(tool.name)}. Rename one of them: todos find their tool by its name.`,
      );
    }
    byName.set(tool.name, tool);
  }
  const names = [...byName.keys()].toSorted();
  const schemas = { input: new Map<string, JsonObject>(), output: new Map<string, JsonObject>() };
  const schema = (io: "input" | "output") => (name: string) => {
    const tool = byName.get(name);
    if (tool === undefined) return undefined;
    const known = schemas[io].get(name) ?? schemaOf(tool, io);
    schemas[io].set(name, known);
    return known;
  };
  const nearest = (name: string) => nearestName(name, names);

  return {
    get: (name) => byName.get(name),
    list: () => names.flatMap((name) => byName.get(name) ?? []),
    marks: toolMarks(tools),
    nearest,
    check(name, args, openPaths) {
      const tool = byName.get(name);
      if (tool === undefined) return [unknownTool(name, nearest(name), names)];
      return inputIssues(tool, args, openPaths);
    },
    input: schema("input"),
    output: schema("output"),
  };
}

function unknownTool(
  name: string,
  suggestion: string | undefined,
  names: readonly string[],
): ProblemDetail {
  const called = cut(name, 64);
  return issueAt(
    [],
    suggestion === undefined
      ? say("no_tool", { name: called, names: names.join(", ") })
      : say("no_tool_but", { name: called, nearest: suggestion }),
  );
}

function inputIssues(tool: Tool, args: unknown, openPaths: readonly string[]): ProblemDetail[] {
  let parsed: z.ZodSafeParseResult<unknown>;
  try {
    parsed = tool.input.safeParse(args, { error: codeOf });
  } catch (error) {
    if (error instanceof z.core.$ZodAsyncError || openPaths.length > 0) return [];
    const reason = error instanceof Error ? error.message : String(error);
    return [issueAt([], say("schema_failed", { tool: tool.name, why: cut(reason, MAX_DETAIL) }))];
  }
  if (parsed.success) return [];

  const found: ProblemDetail[] = [];
  for (const issue of parsed.error.issues) {
    if (found.length >= MAX_ISSUES) break;
    if (issue.code === "unrecognized_keys") {
      if (openPaths.some((open) => isWithin(pointerTo(issue.path), open))) continue;
      const known = issue.path.length === 0 ? knownKeys(tool.input) : [];
      found.push(...issue.keys.map((key) => unknownKey(issue.path, key, known)));
    } else {
      const pointer = pointerTo(issue.path);
      if (openPaths.some((open) => isWithin(pointer, open) || isWithin(open, pointer))) continue;
      found.push(issueAt(issue.path, describe(issue)));
    }
  }
  return found.slice(0, MAX_ISSUES);
}

function unknownKey(
  path: readonly PropertyKey[],
  key: string,
  known: readonly string[],
): ProblemDetail {
  const suggestion = nearestName(key, known);
  const name = cut(key, 64);
  if (suggestion !== undefined) {
    return issueAt([...path, key], say("unknown_key_but", { name, nearest: suggestion }));
  }
  return issueAt(
    [...path, key],
    known.length === 0
      ? say("unknown_key", { name })
      : say("unknown_key_of", { name, names: known.join(", ") }),
  );
}

function knownKeys(input: z.ZodType): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** Of a union and of a bad key, what was wrong inside. */
function describe(issue: z.core.$ZodIssue): Sentence {
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const forms = issue.errors.flatMap((branch) => (branch[0] ? [describe(branch[0])] : []));
    const different = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
    return say("no_form_fits", {
      forms: different.slice(0, 4).reduce((first, second) => say("either", { first, second })),
    });
  }
  const [inner] = issue.code === "invalid_key" ? issue.issues : [];
  return inner === undefined ? mistakeOf(issue) : say("bad_key", { what: mistakeOf(inner) });
}

function issueAt(path: readonly PropertyKey[], detail: Sentence): ProblemDetail {
  // A pointer that would repeat a huge key is cut to the last ancestor that fits.
  let pointer = "";
  for (const segment of path) {
    const longer = pointer + pointerTo([segment]);
    if (longer.length > MAX_POINTER) break;
    pointer = longer;
  }
  return { pointer, detail };
}

function pointerTo(path: readonly PropertyKey[]): string {
  return toPointer(path.map(String));
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
