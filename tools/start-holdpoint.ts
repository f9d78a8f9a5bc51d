import { spawn, type ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTime } from "./in-time.ts";

export const BIN = fileURLToPath(new URL("../bin/holdpoint.mjs", import.meta.url));

const START_MS = 120_000;
const STOP_MS = 30_000;

/** Runs `holdpoint start` in the folder, at ports of its own; `url` is where its API is. */
export async function startHoldpoint(folder: string) {
  const config = "export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 } };\n";
  await writeFile(join(folder, "holdpoint.config.mjs"), config);
  const child = spawn(process.execPath, [BIN, "start"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOLDPOINT_LANG: "en" },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await inTime(ended, STOP_MS, () => "Holdpoint does not stop.").catch((error: unknown) => {
      child.kill("SIGKILL");
      throw error;
    });
  };
  let told = "";
  const started = urlOf(child, (text) => (told = text));
  const late = (): string => `Holdpoint has not told its address:\n${told}`;
  try {
    return { url: await inTime(started, START_MS, late), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that a start tells. */
function urlOf(child: ChildProcess, onText: (text: string) => void): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      onText(text);
      const [, url] = /The API is at (http:\S+)\.\n/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`Holdpoint did not start:\n${text}`)));
  });
}
