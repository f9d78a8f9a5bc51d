import { access, chmod, constants, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { cacheDir } from "../../src/temporal/embedded/binary/cache-dir.ts";
import { withFileLock } from "../../src/temporal/machine/file-lock.ts";
import { runChild } from "../../src/temporal/machine/run-child.ts";
import { startTimeSkipping } from "../../src/testing/start-time-skipping.ts";

const POM = fileURLToPath(new URL("../../tools/temporal-test-server/pom.xml", import.meta.url));
const MAIN_CLASS = "io.temporal.testserver.TestServer";

/** A Temporal whose clock jumps to the next timer while a result is awaited. One per test file. */
export async function startTimeSkippingServer(): Promise<TestWorkflowEnvironment> {
  return startTimeSkipping(await timeSkippingServerPath());
}

/**
 * The executable of the time-skipping server: HOLDPOINT_TEST_SERVER_BINARY, the cache, or (with Java
 * and Maven at hand) libraries put into the cache once, behind a script. Undefined = nothing of
 * these; the SDK's own download remains.
 * @throws Error when HOLDPOINT_TEST_SERVER_BINARY names no executable file.
 */
export async function timeSkippingServerPath(): Promise<string | undefined> {
  const chosen = process.env["HOLDPOINT_TEST_SERVER_BINARY"];
  if (chosen) {
    const path = resolve(chosen);
    if (await isExecutable(path)) return path;
    throw new Error(`HOLDPOINT_TEST_SERVER_BINARY names ${path}, which is not an executable file.`);
  }
  const folder = join(cacheDir(process.env), `temporal-test-server-${await serverVersion()}`);
  const script = join(folder, "temporal-test-server");
  if (await isExecutable(script)) return script;
  if (!(await hasJavaAndMaven())) return undefined;
  await mkdir(cacheDir(process.env), { recursive: true });
  await withFileLock(`${folder}.lock`, async () => {
    if (!(await isExecutable(script))) await install(folder);
  });
  return script;
}

async function install(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await runChild("mvn", [
    "--batch-mode",
    "--quiet",
    "--file",
    POM,
    "dependency:copy-dependencies",
    `-DoutputDirectory=${join(unfinished, "lib")}`,
  ]);
  const script = join(unfinished, "temporal-test-server");
  // The SDK passes the port; `exec` so that ending the script's process ends the server.
  await writeFile(
    script,
    [
      "#!/bin/sh",
      'here=$(cd "$(dirname "$0")" && pwd)',
      "exec java -XX:+UseSerialGC -Xmx256m -XX:TieredStopAtLevel=1 \\",
      `  -cp "$here/lib/*" ${MAIN_CLASS} "$@"`,
      "",
    ].join("\n"),
  );
  await chmod(script, 0o755);
  await rename(unfinished, folder);
}

async function serverVersion(): Promise<string> {
  const pom = await readFile(POM, "utf8");
  const [, version] =
    /<artifactId>temporal-test-server<\/artifactId>\s*<version>([^<]+)</.exec(pom) ?? [];
  if (version === undefined) throw new Error(`${POM} names no version of temporal-test-server.`);
  return version;
}

async function hasJavaAndMaven(): Promise<boolean> {
  try {
    await runChild("java", ["-version"]);
    await runChild("mvn", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
