import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalJson from "canonicalize";
import type { InputRequest } from "../../contract/plan/todo.ts";
import type { JsonObject } from "../../contract/text.ts";
import type { Work } from "./work.ts";

/** What a todo's tool gets, with every reference resolved. */
export interface TodoInput {
  /** What the tool is called with. */
  readonly args: JsonObject;
  /** What it gets besides, under any names. */
  readonly input_data: JsonObject | null;
  /** JSON pointers to what stands there by reference: `/args/text`. All else is data. */
  readonly references: string[];
}

/** A todo as what is decided about it binds it. */
interface Bound {
  readonly id: string;
  readonly work: Work;
  readonly output_path: string | null;
}

/** `sha256:<hex>` over the RFC 8785 canonical form of a JSON value; undefined fields do not count. */
export function digestOf(value: unknown): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(value) ?? "null")))}`;
}

/** Whether two values are the same JSON; undefined and null are. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return digestOf(a ?? null) === digestOf(b ?? null);
}

/** What an approval binds, whichever todo it is: which tool runs where, with which bytes, and where they go. */
export function boundCall(
  { work, output_path }: Omit<Bound, "id">,
  { args, input_data, references }: TodoInput,
) {
  const { tool_name, task_queue } =
    work.kind === "tool" ? work : { tool_name: null, task_queue: null };
  return { tool_name, task_queue, args, input_data, references, output_path };
}

/** The digest that an approval binds: which todo runs, and what. */
export function approvalDigest(todo: Bound, input: TodoInput): string {
  return digestOf({ todo_id: todo.id, ...boundCall(todo, input) });
}

/** The digest of what an agent asks: the call of this run, with exactly this. */
export function askingDigest(
  { todo_id, run, call_id }: { todo_id: string; run: number; call_id: string | null },
  asked: Readonly<Record<string, unknown>>,
): string {
  return digestOf({ todo_id, run, call_id, ...asked });
}

/** The digest of what a person is asked, and of where the answer goes. */
export function questionDigest(
  { id, output_path }: Pick<Bound, "id" | "output_path">,
  input_request: InputRequest,
): string {
  return digestOf({ todo_id: id, input_request, output_path });
}
