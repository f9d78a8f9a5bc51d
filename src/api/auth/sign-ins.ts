import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Key } from "../../contract/service/key.ts";
import type { ProofSeed } from "../gateway/command-proofs.ts";

/** A browser in which nobody signs in again is signed out after it. */
const LASTS_MS = 7 * 86_400_000;
/** A key's id, the second when it ends, and the seal over both. */
const WRITTEN = /^([0-9a-f]{10})\.([0-9]{10})\.([A-Za-z0-9_-]{43})$/;

/** What browsers have in the place of a key, for a while. */
export interface SignIns {
  /** What the cookie is called: servers on other ports of a host share its cookies. */
  readonly cookie: string;
  /** A sign-in with this key, as its cookie holds it. It ends with the key at the latest. */
  create(
    key: Pick<Key, "id" | "expires_at">,
    at: string,
  ): { readonly written: string; readonly expires_at: string };
  /** The id of the key that a sign-in stands for; null when it is none of ours, or over. */
  read(
    written: string,
    at: string,
  ): { readonly key_id: string; readonly expires_at: string } | null;
}

/**
 * Sign-ins that every API with the same seeds takes: nothing about them is kept. Nobody can tell a key by its
 * sign-in, and nobody can make one who has only the file of keys.
 * @param seeds the first one seals; all are tried.
 * @param instance where they count, and nowhere else.
 */
export function createSignIns(
  seeds: readonly Pick<ProofSeed, "seed">[],
  instance: string,
): SignIns {
  const secrets = seeds.map(({ seed }) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(seed, "base64"), "", "holdpoint sign-ins", 32)),
  );
  const sealsOf = (id: string, ends: string): Buffer[] =>
    secrets.map((secret) =>
      createHmac("sha256", secret)
        .update(JSON.stringify([instance, id, ends]))
        .digest(),
    );
  return {
    cookie: `holdpoint_${createHash("sha256").update(instance).digest("hex").slice(0, 12)}`,
    create({ id, expires_at }, at) {
      const longest = Date.parse(at) + LASTS_MS;
      const endsMs = expires_at === null ? longest : Math.min(longest, Date.parse(expires_at));
      const ends = String(Math.floor(endsMs / 1_000));
      const [seal] = sealsOf(id, ends);
      const written = `${id}.${ends}.${seal!.toString("base64url")}`;
      return { written, expires_at: toIso(ends) };
    },
    read(written, at) {
      const [, key_id = "", ends = "", seal = ""] = WRITTEN.exec(written) ?? [];
      if (key_id === "" || Number(ends) * 1_000 <= Date.parse(at)) return null;
      const given = Buffer.from(seal, "base64url");
      const isOurs = sealsOf(key_id, ends).some((own) => timingSafeEqual(own, given));
      return isOurs ? { key_id, expires_at: toIso(ends) } : null;
    },
  };
}

const toIso = (seconds: string): string => new Date(Number(seconds) * 1_000).toISOString();
