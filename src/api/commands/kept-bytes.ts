import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Hold, KeptValue } from "../../contract/plan/holds/hold.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { canonicalPieces } from "../../json/canonical-pieces.ts";
import { filePlace, isFileRecord, type FileRecord } from "../../json/file-record.ts";
import { isObject } from "../../json/json-object.ts";
import { valueAt } from "../../json/json-pointer.ts";
import { createPartReader } from "../../json/referring.ts";
import { digestOf } from "../../plan/model/digest.ts";
import {
  MissingArtifactError,
  readJson,
  type ArtifactStore,
} from "../../temporal/connection/payloads/artifact-store.ts";
import { mediaTypeOf } from "./files.ts";

/** Characters of the beginning and of the end of a kept value. */
const SHOWN = 200;
/** How many kept values of one hold are described. */
const MOST = 20;
const REMEMBERED = 500;
/** Bytes of a value that are kept between looking at all of it and sending it; more is read once again. */
const HELD = 1024 * 1024;

/** A value to be read, in which some places stand for what is kept in the artifact store. */
export interface ByteSource {
  /** Of the value: where it differs, the value does. */
  readonly digest: string;
  /** Undefined where there is none. */
  readonly value: Json | undefined;
  readonly references: readonly string[];
  /** What to say of a pointer at which there is nothing. */
  readonly nothingAt: (pointer: string) => Refusal;
}

/** What a hold is about: `{args, input_data}`. */
export function argumentsOf(
  hold: Pick<Hold, "digest" | "args" | "input_data" | "references">,
): ByteSource {
  const { digest, args, input_data, references } = hold;
  const value = args === null ? undefined : { args, input_data };
  return { digest, value, references, nothingAt: nothingAtArgument };
}

/** What a todo has given. */
export function resultOf({
  id,
  status,
  result_data,
  result_references,
  error_message,
  error_message_said,
}: Pick<
  Todo,
  "id" | "status" | "result_data" | "result_references" | "error_message" | "error_message_said"
>): ByteSource {
  const why = (error_message_said as Sentence | undefined) ?? error_message;
  const none =
    status === "failed" && why !== null
      ? say("failed_no_result", { todo: id, why })
      : say("todo_no_result", { todo: id, status: say(`status_${status}`) });
  return {
    digest: digestOf([result_data, result_references]),
    value: status === "completed" ? result_data : undefined,
    references: result_references,
    nothingAt: (pointer) =>
      nothingAt(
        status === "completed" ? say("nothing_at_result", { todo: id, pointer }) : none,
        say("look_at_result"),
      ),
  };
}

/** What the bytes of a value are. */
interface Shown {
  readonly bytes: number;
  /** `sha256:<hex>` of exactly these bytes. */
  readonly digest: string;
  readonly media_type: string;
  readonly head: string | null;
  readonly tail: string | null;
}

/**
 * The bytes of a value, as the worker puts them together for a tool: kept results in their places,
 * files as the paths that the tool gets. At most one kept result at a time is in memory.
 */
export function createByteReader(artifacts: Pick<ArtifactStore, "get">) {
  // What a digest binds never changes.
  const measured = new Map<string, Promise<Shown>>();

  return {
    bytesOf,
    open,
    describe,
    /** Whether the bytes at a pointer are a file's own, and no JSON. */
    isFile: (whole: ByteSource, pointer: string): boolean => fileAt(whole, pointer) !== null,
  };

  /**
   * The value at a pointer, all of it for "": RFC 8785 JSON, or a file's own bytes.
   * @throws Refusal when there is nothing; MissingArtifactError when the store has lost it.
   */
  async function* bytesOf(whole: ByteSource, pointer: string): AsyncGenerator<Uint8Array, void> {
    const { value: all, references } = whole;
    if (all === undefined) throw whole.nothingAt(pointer);
    const places = new Map(references.map((place) => [valueAt(all, place), place]));
    const above = references.find((place) => pointer.startsWith(`${place}/`));
    const from = above ?? pointer;
    const found = valueAt(all, from);
    if (found === undefined) throw whole.nothingAt(pointer);
    const file = fileAt(whole, pointer);
    if (file !== null) {
      yield artifacts.get(file.$file);
      return;
    }
    const load = (value: Json) =>
      isObject(value) && places.has(value) ? fetch(whole, value) : undefined;
    const value =
      above === undefined ? found : await partBelow(whole, found, pointer.slice(from.length));
    const pieces = canonicalPieces(value, above === undefined ? load : undefined);
    for await (const piece of pieces) yield Buffer.from(piece);
  }

  async function partBelow(whole: ByteSource, placeholder: Json, path: string): Promise<Json> {
    const part = valueAt(await fetch(whole, placeholder as JsonObject), path);
    if (part === undefined) throw whole.nothingAt(path);
    return part;
  }

  async function fetch(whole: ByteSource, placeholder: JsonObject): Promise<Json> {
    if (isFileRecord(placeholder)) return filePlace(placeholder);
    const read = createPartReader((digest) => readJson(artifacts, digest));
    const found = await read(placeholder);
    if (found === undefined) throw whole.nothingAt(pathOf(placeholder));
    return found;
  }

  /**
   * What `bytesOf` gives, once all of it was read: what is lost is told while an answer can still say so.
   * @throws Refusal as `bytesOf`; MissingArtifactError when something of it is gone.
   */
  async function open(whole: ByteSource, pointer: string) {
    const held: Uint8Array[] = [];
    let bytes = 0;
    const shown = await look(whole, pointer, (piece) => {
      bytes += piece.length;
      if (bytes <= HELD) held.push(piece);
      else held.length = 0;
    });
    return { ...shown, read: () => (bytes <= HELD ? held : bytesOf(whole, pointer)) };
  }

  /** Size and digest of what `bytesOf` gives. */
  function measure(whole: ByteSource, pointer: string): Promise<Shown> {
    const key = `${whole.digest}${pointer}`;
    const known = measured.get(key) ?? look(whole, pointer);
    measured.delete(key);
    measured.set(key, known);
    known.catch(() => measured.delete(key));
    if (measured.size > REMEMBERED) measured.delete(measured.keys().next().value!);
    return known;
  }

  async function look(
    whole: ByteSource,
    pointer: string,
    onPiece: (piece: Uint8Array) => void = () => undefined,
  ): Promise<Shown> {
    const hash = createHash("sha256");
    let bytes = 0;
    let head = Buffer.alloc(0);
    let tail = Buffer.alloc(0);
    let media_type = "application/json";
    const file = fileAt(whole, pointer);
    for await (const piece of bytesOf(whole, pointer)) {
      // A file comes in one piece.
      if (file !== null) media_type = await mediaTypeOf(piece, file.name);
      hash.update(piece);
      onPiece(piece);
      bytes += piece.length;
      if (head.length < SHOWN * 4) head = Buffer.concat([head, piece.subarray(0, SHOWN * 4)]);
      tail = Buffer.concat([tail, piece.subarray(-SHOWN * 4)]).subarray(-SHOWN * 4);
      // Others are served meanwhile.
      await setImmediate();
    }
    return {
      bytes,
      digest: `sha256:${hash.digest("hex")}`,
      media_type,
      head: textOf(head)?.slice(0, SHOWN).toWellFormed() ?? null,
      tail: bytes <= SHOWN ? "" : (textOf(tail)?.slice(-SHOWN).toWellFormed() ?? null),
    };
  }

  /**
   * What stands by reference, from its bytes. What is not in the store, or is no JSON there, is null.
   * @throws Error when that cannot be known: a hold must not say that something is missing which is there.
   */
  async function describe(whole: ByteSource): Promise<KeptValue[]> {
    const none = { bytes: null, digest: null, media_type: null, head: null, tail: null };
    const orNone = (error: unknown): typeof none => {
      const isNone = [Refusal, SyntaxError, MissingArtifactError].some(
        (one) => error instanceof one,
      );
      if (isNone) return none;
      throw error;
    };
    const described: KeptValue[] = [];
    // One after another: each may be large.
    for (const pointer of whole.references.slice(0, MOST)) {
      described.push({ pointer, ...(await measure(whole, pointer).catch(orNone)) });
    }
    return described;
  }
}

/** The file that stands there by reference, or null. */
function fileAt({ value, references }: ByteSource, pointer: string): FileRecord | null {
  if (value === undefined || !references.includes(pointer)) return null;
  const found = valueAt(value, pointer);
  return found !== undefined && isObject(found) && isFileRecord(found) ? found : null;
}

/** Where in its artifact a part is. */
function pathOf({ path = "" }: JsonObject): string {
  return typeof path === "string" ? path : "";
}

/** The text, without a half character at an end, or null when the bytes are no text. */
function textOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes).replace(/^\uFFFD{1,3}|\uFFFD{1,3}$/gu, "");
  return text.includes("\uFFFD") || text.includes("\0") ? null : text;
}

const nothingAtArgument = (pointer: string): Refusal =>
  nothingAt(say("nothing_at_argument", { pointer }), say("look_at_arguments"));

function nothingAt(detail: Sentence, hint: Sentence): Refusal {
  return new Refusal(problemAt("not_found", "/query/pointer", detail, hint));
}
