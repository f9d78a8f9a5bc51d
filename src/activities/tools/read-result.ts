import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { createPartReader } from "../../json/referring.ts";
import { lookAt, readIn } from "../../plan/agents/read-result.ts";
import {
  MissingArtifactError,
  type ArtifactStore,
} from "../../temporal/connection/payloads/artifact-store.ts";
import type { OwnActivities } from "../activity-types.ts";

/** Reads of a kept result what an agent asks for. */
export const readResult =
  (artifacts: ArtifactStore): OwnActivities["holdpoint.read_result"] =>
  async ({ plan_id, kept, reading }) => {
    const user = TEMPORAL_NAMES.plan_prefix + plan_id;
    const readPart = createPartReader(async (digest) => {
      await artifacts.share(digest, user);
      return Buffer.from(await artifacts.get(digest)).toString();
    });
    try {
      const value = await readPart(kept);
      if (value === undefined) return { error: "There is nothing at this place of the result." };
      return reading === null ? lookAt(value) : readIn(value, reading);
    } catch (error) {
      if (error instanceof MissingArtifactError) return { error: "The result is gone." };
      throw error;
    }
  };
