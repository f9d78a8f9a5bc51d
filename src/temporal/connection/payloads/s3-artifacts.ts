import {
  hashOf,
  MissingArtifactError,
  nameOf,
  REFERENCE,
  referenceTo,
  sha256Hex,
  type ArtifactStore,
} from "./artifact-store.ts";
import type { Bucket } from "./s3-bucket.ts";

const EMPTY = new Uint8Array();

/**
 * An artifact store in a bucket of S3, whose reads and lists see every write that was answered before.
 *
 * As in the folder, each artifact has a mark of each of its users, and each user a list of its artifacts,
 * and who uses bytes marks them before it looks whether they are there. A bucket cannot move an object,
 * so who forgets one copies it aside under its own name, removes it, and only then looks
 * for marks again: if there is one, it puts the copy back. It removes no copy but its own, so that of
 * several who forget at once none takes what another brings back; one that was cut off finds its own
 * when it is done again.
 */
export function createS3Artifacts(bucket: Bucket, place: string): ArtifactStore {
  const objectOf = (hash: string): string => `objects/${hash.slice(0, 2)}/${hash}`;
  const asidesOf = (hash: string): string => `aside/${hash}/`;
  const marksOf = (hash: string): string => `marks/${hash}/`;
  const listOf = (user: string): string => `users/${nameOf(user)}/`;
  const namesOf = (user: string): string => `names/${nameOf(user)}/`;

  return {
    async name(user, name, reference) {
      await bucket.put(namesOf(user) + sha256Hex(name), Buffer.from(reference));
    },
    async named(user, name) {
      const reference = (await bucket.get(namesOf(user) + sha256Hex(name)))?.toString();
      return reference !== undefined && REFERENCE.test(reference) ? reference : undefined;
    },
    async put(bytes, user) {
      const reference = referenceTo(bytes);
      const hash = hashOf(reference);
      await mark(hash, user);
      if ((await sizeOf(hash)) !== bytes.byteLength) await bucket.put(objectOf(hash), bytes);
      return reference;
    },
    async share(reference, user) {
      const hash = hashOf(reference);
      await mark(hash, user);
      if ((await sizeOf(hash)) === undefined) await unmark(hash, user);
    },
    async get(reference) {
      const hash = hashOf(reference);
      const bytes =
        (await bucket.get(objectOf(hash))) ??
        (await aside(hash)) ??
        // It may have gone back between the two.
        (await bucket.get(objectOf(hash)));
      if (bytes === undefined) {
        throw new MissingArtifactError(reference, `is not in ${place}`);
      }
      if (referenceTo(bytes) === reference) return bytes;
      throw new MissingArtifactError(reference, "was changed");
    },
    drop: (reference, user) => unmark(hashOf(reference), user),
    async forget(user) {
      for (const hash of await bucket.list(listOf(user))) await unmark(hash, user);
      for (const name of await bucket.list(namesOf(user)))
        await bucket.remove(namesOf(user) + name);
    },
  };

  async function mark(hash: string, user: string): Promise<void> {
    await Promise.all([
      bucket.put(listOf(user) + hash, EMPTY),
      bucket.put(marksOf(hash) + nameOf(user), EMPTY),
    ]);
  }

  /** The length of what is kept, which is put back first when somebody has moved it aside. */
  async function sizeOf(hash: string): Promise<number | undefined> {
    const [size, [copy]] = await Promise.all([
      bucket.size(objectOf(hash)),
      bucket.list(asidesOf(hash), 1),
    ]);
    if (copy === undefined) return size;
    await bucket.copy(asidesOf(hash) + copy, objectOf(hash));
    return bucket.size(objectOf(hash));
  }

  async function aside(hash: string): Promise<Buffer | undefined> {
    const [copy] = await bucket.list(asidesOf(hash), 1);
    return copy === undefined ? undefined : bucket.get(asidesOf(hash) + copy);
  }

  async function unmark(hash: string, user: string): Promise<void> {
    const isUsed = async (): Promise<boolean> => (await bucket.list(marksOf(hash), 1)).length > 0;
    await bucket.remove(marksOf(hash) + nameOf(user));
    const copy = asidesOf(hash) + nameOf(user);
    if (!(await isUsed()) && (await bucket.copy(objectOf(hash), copy))) {
      await bucket.remove(objectOf(hash));
    }
    if (await isUsed()) await bucket.copy(copy, objectOf(hash));
    await bucket.remove(copy);
    await bucket.remove(listOf(user) + hash);
  }
}
