import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { words } from "../messages/i18n.ts";
import { CliError } from "../session/errors/cli-error.ts";

/**
 * What the person makes of a text in their editor; null when they leave it with an error, as one
 * does to give up.
 * @param name of the file, by which editors know what is in it.
 * @throws CliError when the editor does not start.
 */
export async function editText(text: string, name: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-edit-"));
  const file = join(folder, name);
  try {
    await writeFile(file, text);
    const editor = process.env["VISUAL"] || process.env["EDITOR"] || "vi";
    const [command = "vi", ...options] = editor.trim().split(/\s+/);
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(command, [...options, file], { stdio: "inherit" });
      child.once("error", () =>
        reject(new CliError(words("no_editor", { editor }), "export EDITOR=nano")),
      );
      child.once("exit", resolve);
    });
    return code === 0 ? await readFile(file, "utf8") : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
