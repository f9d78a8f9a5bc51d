import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalJson from "canonicalize";
import type { JsonObject } from "../contract/text.ts";

/** `sha256:<hex>` over the RFC 8785 canonical form of a JSON value; undefined fields do not count. */
export function digestOf(value: unknown): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(value) ?? "null")))}`;
}

/** The digest that an approval binds: which todo runs which tool, where, with which bytes. */
export function approvalDigest(
  todo: { id: string; tool_name: string | null; task_queue: string | null },
  args: JsonObject,
): string {
  const { id, tool_name, task_queue } = todo;
  return digestOf({ todo_id: id, tool_name, task_queue, args });
}
