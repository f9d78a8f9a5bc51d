import type { MiddlewareHandler } from "hono";
import { Refusal, refusal } from "../../contract/problems/problem-error.ts";
import { countsOnce } from "../../contract/sentences/counts-once.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import {
  diskRefusal,
  KEPT_BACK_BYTES,
  systemCode,
  type Disk,
  type DiskState,
} from "../../temporal/machine/disk.ts";
import { routesOf } from "./matched-routes.ts";
import { isChanging } from "./route.ts";

export interface StorageDeps {
  /** The data folder's. */
  readonly disk: Disk;
  /** Whether Temporal keeps plans in the data folder, too. */
  readonly keepsPlans: boolean;
}

/** What makes room, and so is taken as long as it can be. */
const FREES_ROOM = "deletePlan";
const RETRY_SECONDS = 2;
const UNANSWERED: readonly string[] = ["worker_unavailable", "temporal_unavailable"];
const MIB = 1024 * 1024;

/** Refuses what would change something while the disk could not take it to its end. */
export function roomForChanges({ disk, keepsPlans }: StorageDeps): MiddlewareHandler {
  return async function refuseWithoutRoom(c, next) {
    const asked = routesOf(c).at(-1)?.declared;
    const writes = asked !== undefined && isChanging(asked) && asked.keepsNothing !== true;
    if (keepsPlans && writes && asked.id !== FREES_ROOM) {
      const state = await disk.look();
      if (state.refusal !== undefined) throw storageFull(state);
    }
    return next();
  };
}

/**
 * What failed for want of room or of descriptors, as the problem that it is; undefined for anything
 * else. A plan that goes unanswered while the disk is full could not write its next step.
 */
export async function whatWasLacking(
  error: unknown,
  { disk, keepsPlans }: StorageDeps,
): Promise<Refusal | undefined> {
  if (error instanceof Refusal) {
    if (!keepsPlans || !UNANSWERED.includes(error.problem.code)) return undefined;
    const state = await disk.look({ write: true });
    return state.refusal === undefined ? undefined : storageFull(state);
  }
  if (["EMFILE", "ENFILE"].includes(systemCode(error) ?? "")) {
    const [detail, hint] = [say("no_descriptors"), say("fewer_connections")];
    return refusal("too_many_open_files", detail, hint, RETRY_SECONDS);
  }
  if (systemCode(error) === undefined) return undefined;
  const { free_bytes, ...found } = await disk.look({ write: true });
  // What the system says of a folder that could not be made on a full disk is not always why.
  const why = diskRefusal(error) ?? found.refusal;
  return why === undefined ? undefined : storageFull({ free_bytes, refusal: why });
}

function storageFull(state: DiskState): Refusal {
  return refusal("storage_full", whyFull(state), countsOnce(say("free_space")));
}

/** Why the disk takes nothing new. */
export function whyFull({ free_bytes, refusal = "" }: DiskState): Sentence {
  if (refusal === "EROFS") return say("disk_read_only");
  if (refusal === "EDQUOT") return say("disk_quota");
  if (refusal !== "ENOSPC") return say("disk_unwritable", { code: refusal });
  const free = `${((free_bytes ?? 0) / MIB).toFixed(1)} MiB`;
  return say("disk_full", { free, kept: `${KEPT_BACK_BYTES / MIB} MiB` });
}
