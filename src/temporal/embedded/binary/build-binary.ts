import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { notice, NoticeError } from "../../../contract/service/notices.ts";
import { runChild } from "../../machine/run-child.ts";
import type { AcquireOptions } from "./cache-dir.ts";

/** A program of Temporal's, and the folder whose go.mod and go.sum pin what it is built of. */
export interface GoProgram {
  readonly modules: string;
  readonly program: string;
}

const TEMPORAL_CLI: GoProgram = {
  modules: fileURLToPath(new URL("../../../../tools/temporal-cli/", import.meta.url)),
  program: "github.com/temporalio/cli/cmd/temporal",
};

/**
 * Builds a program with Go from its pinned modules; the Temporal CLI when none is named. Takes about ten
 * minutes on two cores the first time; Go keeps what it compiled.
 * @throws with the last lines that Go wrote, or saying that Go is not installed.
 */
export async function buildBinary(
  options: Omit<AcquireOptions, "version">,
  { modules, program }: GoProgram = TEMPORAL_CLI,
): Promise<void> {
  if (!existsSync(modules)) throw new NoticeError(notice("no_file_there", { path: modules }));
  const unfinished = `${options.target}.building`;
  // Go leaves its working files behind when it is interrupted.
  const scratch = `${options.target}.scratch`;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  options.onNotice(notice("building"));
  try {
    await runChild(
      "go",
      // The checkout around the sources says nothing about them, and may not be a repository at all.
      ["build", "-buildvcs=false", "-o", unfinished, program],
      {
        cwd: modules,
        // No C compiler needed, and no C library to match.
        env: { ...process.env, CGO_ENABLED: "0", GOTMPDIR: scratch },
        signal: options.signal,
        onTick: (seconds) =>
          options.onNotice(
            notice("building_for", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }),
          ),
      },
    );
    await rename(unfinished, options.target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      throw new NoticeError(notice("no_go"), { cause: error });
    }
    throw error;
  } finally {
    await rm(unfinished, { force: true });
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
