import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runChild } from "./run-child.ts";

const SOURCE = fileURLToPath(new URL("../../tools/temporal-cli/", import.meta.url));

export interface BuildOptions {
  /** Where the binary is to be; its folder exists. */
  readonly target: string;
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the Temporal CLI with Go from the pinned modules in tools/temporal-cli. Takes 3–5 minutes
 * on two cores the first time; Go keeps what it compiled.
 * @throws Error with the last lines that Go wrote, or saying that Go is not installed.
 */
export async function buildBinary(options: BuildOptions): Promise<void> {
  if (!existsSync(SOURCE)) throw new Error(`the sources are not there: ${SOURCE}`);
  const unfinished = `${options.target}.building`;
  // Go leaves its working files behind when it is interrupted.
  const scratch = `${options.target}.scratch`;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  options.onProgress("Building the Temporal server with Go, once: 3-5 minutes");
  try {
    await runChild(
      "go",
      // The checkout around the sources says nothing about them, and may not be a repository at all.
      ["build", "-buildvcs=false", "-o", unfinished, "github.com/temporalio/cli/cmd/temporal"],
      {
        cwd: SOURCE,
        // No C compiler needed, and no C library to match.
        env: { ...process.env, CGO_ENABLED: "0", GOTMPDIR: scratch },
        signal: options.signal,
        onTick: (seconds) =>
          options.onProgress(`Building the Temporal server: ${elapsed(seconds)}`),
      },
    );
    await rename(unfinished, options.target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      throw new Error("Go is not installed", { cause: error });
    }
    throw error;
  } finally {
    await rm(unfinished, { force: true });
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

function elapsed(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
