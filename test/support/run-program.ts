import { spawn } from "node:child_process";

/** Runs a program on this terminal, in a folder, and answers its exit code. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string = process.cwd(),
): Promise<number> {
  const child = spawn(program, args, { stdio: "inherit", cwd });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
