import { createHmac, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { notice, NoticeError } from "../../../contract/service/notices.ts";
import type { Json } from "../../../contract/text.ts";
import { looksSealed, readSeal, SEAL_MARK } from "../../../json/seals.ts";
import { mapTexts } from "../../../json/texts.ts";
import { changeFile } from "../../machine/change-file.ts";
import { replaceFile } from "../../machine/replace-file.ts";
import { derive, readKeyList, seal, unseal, type EncryptionKeys } from "./encryption-keys.ts";

/** Within what a seal opens: one plan, the template that plans are made of, or a webhook. */
export type SecretScope =
  | { readonly plan_id: string }
  | { readonly template_id: string }
  | { readonly webhook_id: string };

/** What is in a seal. */
export interface Sealed {
  readonly value: Json;
  /** For an argument: the tool and the place in its arguments, the only ones that it opens for. */
  readonly for: string | null;
}

/** Seals secrets where they come in, and opens them where a tool runs. */
export interface Secrets {
  /**
   * A text that stands for a secret.
   * @param once who seals it for which command: then the same secret gives the same seal, so that the
   * command can be repeated. Without it no two seals are the same.
   */
  seal(scope: SecretScope, sealed: Sealed, once?: string): string;
  /** What is in a seal; null when the text is none that was made here for this scope. */
  open(scope: SecretScope, text: string): Sealed | null;
  /** Whether the key that a text in the form of a seal names is here. */
  hasKeyOf(text: string): boolean;
  /** The value with each seal of one scope as one of another; everything else in it stays. */
  reseal<Value>(value: Value, from: SecretScope, to: SecretScope): Value;
}

const IV_BYTES = 12;
/** Seals tell the length of what is in them only to this many bytes. */
const BLOCK = 32;

/** What a seal of an argument is for. @param place in the tool's arguments, as its schema has it. */
export const purposeOfArgument = (tool: string, place: string): string => `${tool} ${place}`;

/** @param keys the first seals; all open. */
export function createSecrets(keys: EncryptionKeys): Secrets {
  const secrets: Secrets = {
    seal(scope, sealed, once) {
      const [, key] = [...keys][0]!;
      const purpose = purposeOf(scope);
      const text = JSON.stringify([sealed.value, sealed.for]);
      const bytes = Buffer.from(text);
      const plain = Buffer.concat([bytes, Buffer.alloc(-bytes.length & (BLOCK - 1), " ")]);
      const iv =
        once === undefined
          ? randomBytes(IV_BYTES)
          : createHmac("sha256", derive(key, `${purpose}\nnonce`))
              .update(JSON.stringify([once, text]))
              .digest()
              .subarray(0, IV_BYTES);
      const made = seal(keys, purpose, plain, iv);
      return `${SEAL_MARK}${made.keyId}.${made.sealed.toString("base64url")}`;
    },
    open(scope, text) {
      const parts = readSeal(text);
      if (parts === null) return null;
      const bytes = Buffer.from(parts.sealed, "base64url");
      const plain = unseal(keys, parts.keyId, purposeOf(scope), bytes);
      if (plain === null) return null;
      const [value, purpose] = JSON.parse(plain.toString()) as [Json, string | null];
      return { value, for: purpose };
    },
    hasKeyOf(text) {
      const parts = readSeal(text);
      return parts !== null && keys.has(parts.keyId);
    },
    reseal<Value>(value: Value, from: SecretScope, to: SecretScope): Value {
      return mapTexts(value as Json, (text) => {
        const sealed = looksSealed(text) ? secrets.open(from, text) : null;
        return sealed === null ? text : secrets.seal(to, sealed);
      }) as Value;
    },
  };
  return secrets;
}

function purposeOf(scope: SecretScope): string {
  if ("webhook_id" in scope) return `holdpoint secret\nwebhook ${scope.webhook_id}`;
  return "plan_id" in scope
    ? `holdpoint secret\nplan ${scope.plan_id}`
    : `holdpoint secret\ntemplate ${scope.template_id}`;
}

/**
 * The keys that secrets are sealed with: those that encrypt everything, and those in the file, which is
 * made where there are no others.
 * @throws NoticeError when the file cannot be read.
 */
export async function openSecretKeys(path: string, keys: EncryptionKeys): Promise<EncryptionKeys> {
  const own = await readSecretKeys(path);
  // From before there were others.
  if (keys.size > 0 || own !== undefined) return new Map([...keys, ...(own ?? [])]);
  return changeFile(path, async () => {
    const made = await readSecretKeys(path);
    if (made !== undefined) return made;
    const id = `own-${randomBytes(5).toString("hex")}`;
    const key = randomBytes(32);
    await replaceFile(path, `${id}:${key.toString("base64")}\n`);
    return new Map([[id, key]]);
  });
}

/** The keys in the file; undefined when there is none. @throws NoticeError when it cannot be read. */
export async function readSecretKeys(path: string): Promise<EncryptionKeys | undefined> {
  try {
    return readKeyList(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const why = (error as Error).message;
    const fix = `cp <backup>/${basename(path)} ${path}`;
    throw new NoticeError(notice("bad_secret_keys", { file: path, why }), { fix });
  }
}
