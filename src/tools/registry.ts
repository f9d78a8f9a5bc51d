import { z } from "zod";
import { toPointer } from "../plan/json-pointer.ts";
import type { Tool } from "./define-tool.ts";
import { nearestName } from "../plan/nearest-name.ts";

/** One thing that is wrong with a tool's arguments. */
export interface ToolInputIssue {
  /** RFC 6901 JSON pointer into the arguments; "" is the arguments as a whole. */
  readonly pointer: string;
  /** What is wrong there and what to do, for people. */
  readonly detail: string;
}

export interface ToolRegistry {
  get(name: string): Tool | undefined;
  /** Every tool, sorted by name (by code unit, the same on every machine). */
  list(): Tool[];
  /** The registered name that a mistyped one most likely meant. */
  nearest(name: string): string | undefined;
  /**
   * What the tool's schema says against `args`: at most 20 issues, none when they are fine.
   *
   * `openPaths` are JSON pointers of values that are not known yet (references to other todos'
   * results). An issue at, above or below one of them is dropped, because the value may mend it;
   * an unknown key stays an issue unless the object that holds it is itself not known yet.
   * A schema with asynchronous checks answers none here: it is checked when the tool runs.
   */
  check(name: string, args: unknown, openPaths: readonly string[]): ToolInputIssue[];
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
  const nearest = (name: string) => nearestName(name, names);

  return {
    get: (name) => byName.get(name),
    list: () => names.flatMap((name) => byName.get(name) ?? []),
    nearest,
    check(name, args, openPaths) {
      const tool = byName.get(name);
      if (tool === undefined) return [unknownTool(name, nearest(name), names)];
      return inputIssues(tool, args, openPaths);
    },
  };
}

function unknownTool(
  name: string,
  suggestion: string | undefined,
  names: readonly string[],
): ToolInputIssue {
  const hint =
    suggestion === undefined
      ? `Use one of: ${names.join(", ")}.`
      : `Did you mean ${JSON.stringify(suggestion)}?`;
  return issueAt([], `No tool is named ${JSON.stringify(cut(name, 64))}. ${hint}`);
}

function inputIssues(tool: Tool, args: unknown, openPaths: readonly string[]): ToolInputIssue[] {
  let parsed: z.ZodSafeParseResult<unknown>;
  try {
    parsed = tool.input.safeParse(args);
  } catch (error) {
    if (error instanceof z.core.$ZodAsyncError || openPaths.length > 0) return [];
    const reason = error instanceof Error ? error.message : String(error);
    return [
      issueAt([], `The input schema of tool ${tool.name} failed on these arguments: ${reason}`),
    ];
  }
  if (parsed.success) return [];

  const found: ToolInputIssue[] = [];
  for (const issue of parsed.error.issues) {
    if (found.length >= MAX_ISSUES) break;
    if (issue.code === "unrecognized_keys") {
      if (openPaths.some((open) => isAtOrBelow(pointerTo(issue.path), open))) continue;
      const known = issue.path.length === 0 ? knownKeys(tool.input) : [];
      found.push(...issue.keys.map((key) => unknownKey(issue.path, key, known)));
    } else {
      const pointer = pointerTo(issue.path);
      if (openPaths.some((open) => isAtOrBelow(pointer, open) || isAtOrBelow(open, pointer)))
        continue;
      found.push(issueAt(issue.path, describe(issue)));
    }
  }
  return found.slice(0, MAX_ISSUES);
}

function unknownKey(
  path: readonly PropertyKey[],
  key: string,
  known: readonly string[],
): ToolInputIssue {
  const suggestion = nearestName(key, known);
  const hint =
    suggestion !== undefined
      ? `Did you mean ${JSON.stringify(suggestion)}?`
      : known.length > 0
        ? `Remove it; the tool takes: ${known.join(", ")}.`
        : "Remove it.";
  return issueAt([...path, key], `Unknown key ${JSON.stringify(cut(key, 64))}. ${hint}`);
}

function knownKeys(input: z.ZodType): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** Zod's own message for a union or a bad key is only "Invalid …": say what was wrong inside. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const forms = issue.errors.flatMap((branch) => (branch[0] ? [describe(branch[0])] : []));
    return `None of the accepted forms fits: ${[...new Set(forms)].slice(0, 4).join("; or ")}`;
  }
  if (issue.code === "invalid_key") {
    return `${issue.message}: ${issue.issues.map((inner) => inner.message).join("; ")}`;
  }
  return issue.message;
}

function issueAt(path: readonly PropertyKey[], detail: string): ToolInputIssue {
  // A pointer that would repeat a huge key is cut to the last ancestor that fits.
  let pointer = "";
  for (const segment of path) {
    const longer = pointer + pointerTo([segment]);
    if (longer.length > MAX_POINTER) break;
    pointer = longer;
  }
  return { pointer, detail: cut(detail, MAX_DETAIL) };
}

function pointerTo(path: readonly PropertyKey[]): string {
  return toPointer(path.map(String));
}

function isAtOrBelow(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
