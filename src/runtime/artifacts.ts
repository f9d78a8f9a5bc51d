import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { FoundCheck } from "../contract/service/checks.ts";
import { fixOf, notice, NoticeError, whyOf, type Notice } from "../contract/service/notices.ts";
import {
  createArtifactStore,
  type ArtifactStore,
} from "../temporal/connection/payloads/artifact-store.ts";
import { createS3Artifacts } from "../temporal/connection/payloads/s3-artifacts.ts";
import {
  openBucket,
  type BucketPlace,
  type Patience,
} from "../temporal/connection/payloads/s3-bucket.ts";
import { sealArtifacts } from "../temporal/connection/payloads/sealed-artifacts.ts";
import type { Stores } from "../temporal/connection/same-stores.ts";
import type { LoadedConfig } from "./config.ts";

/** Where the configuration keeps what does not fit into Temporal. */
export function storesOf({
  dataDir,
  artifacts: place,
}: Pick<LoadedConfig, "dataDir" | "artifacts">): Stores {
  return { folder: dataDir, artifacts: place === undefined ? "data_dir" : nameOf(place) };
}

/** Tells whoever starts one of several workers and APIs what all of them have to share. */
export function toldStores(config: Pick<LoadedConfig, "dataDir" | "artifacts">): Notice {
  const { folder, artifacts: place } = storesOf(config);
  return config.artifacts === undefined
    ? notice("shared_folder", { folder })
    : notice("shared_folder_and_bucket", { folder, place });
}

const nameOf = ({ bucket, prefix, endpoint = "" }: BucketPlace): string =>
  endpoint === ""
    ? `s3://${bucket}/${prefix}`
    : `${endpoint.replace(/\/$/, "")}/${bucket}/${prefix}`;

/**
 * The artifact store that the configuration names, whose contents are encrypted with its keys.
 * @param patience how long to wait for a bucket; as workers do when absent.
 * @throws NoticeError when its bucket cannot be used.
 */
export async function openArtifacts(
  {
    artifactsDir,
    artifacts: place,
    encryptionKeys,
  }: Pick<LoadedConfig, "artifactsDir" | "artifacts" | "encryptionKeys">,
  patience?: Patience,
): Promise<ArtifactStore> {
  const store =
    place === undefined ? createArtifactStore(artifactsDir) : await openS3(place, patience);
  return sealArtifacts(store, encryptionKeys);
}

/** A bucket that has not answered in this long is not waited for. */
const CHECK_MS = 3_000;

/**
 * Looks whether large values can be kept, by keeping a small one for a moment: who may read and list is not yet who
 * may write. A folder that is not there yet is not made. It never throws.
 */
export async function checkArtifacts(
  config: Pick<LoadedConfig, "artifactsDir" | "artifacts" | "encryptionKeys">,
): Promise<FoundCheck[]> {
  const { artifacts: place, artifactsDir } = config;
  const named = { place: place === undefined ? artifactsDir : nameOf(place) };
  try {
    if (place === undefined && !(await isThere(artifactsDir))) {
      return [{ name: "artifacts", ok: true, detail: notice("artifacts_to_come", named) }];
    }
    const store = await openArtifacts(config, { answerMs: CHECK_MS, silences: 1 });
    await tryOut(store, named.place);
    return [{ name: "artifacts", ok: true, detail: notice("artifacts_usable", named) }];
  } catch (error) {
    const fix = fixOf(error) ?? lookInto(config);
    return [{ name: "artifacts", ok: false, detail: whyOf(error), fix }];
  }
}

/** Keeps a value of its own, reads it and drops it. @throws NoticeError when one of it cannot be done. */
async function tryOut(store: ArtifactStore, place: string): Promise<void> {
  const user = `doctor-${randomUUID()}`;
  try {
    const reference = await store.put(Buffer.from(user), user);
    await store.get(reference);
    await store.forget(user);
  } catch (error) {
    const why = whyNot(error as Error);
    throw new NoticeError(notice("bucket_unusable", { place, why }), { cause: error });
  }
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The command that shows who may do what there. */
function lookInto({
  artifacts: place,
  artifactsDir,
}: Pick<LoadedConfig, "artifactsDir" | "artifacts">): string {
  if (place === undefined) return `ls -ld ${artifactsDir}`;
  const { bucket, prefix, endpoint } = place;
  const elsewhere = endpoint === undefined ? "" : ` --endpoint-url ${endpoint}`;
  return `aws s3 ls s3://${bucket}/${prefix}${elsewhere}`;
}

async function openS3(place: BucketPlace, patience?: Patience): Promise<ArtifactStore> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId = "",
    AWS_SECRET_ACCESS_KEY: secretAccessKey = "",
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  const name = nameOf(place);
  if (accessKeyId === "" || secretAccessKey === "") {
    throw new NoticeError(notice("bucket_without_key", { place: name }), {
      fix: "export AWS_ACCESS_KEY_ID=<id> AWS_SECRET_ACCESS_KEY=<secret>",
    });
  }
  const credentials = { accessKeyId, secretAccessKey, sessionToken };
  const bucket = openBucket(place, credentials, patience);
  try {
    await bucket.list("objects/", 1);
  } catch (error) {
    const why = whyNot(error as Error);
    throw new NoticeError(notice("bucket_unusable", { place: name, why }), { cause: error });
  }
  return createS3Artifacts(bucket, name);
}

/** The network's own words are in what caused its error. */
function whyNot({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
