/*
 * A process that runs one command line after another, as `lines.ts` sends them, and answers what each
 * wrote and would have ended with. It runs what `holdpoint` runs; language and time zone are the
 * process's, as they are a person's.
 */
import { Readable } from "node:stream";

const { locateModule } = await import(process.argv[2]);
const { runCommandLine } = await import(await locateModule("cli"));
const written = { out: "", err: "" };

/** @param {NodeJS.WriteStream} stream @param {"out" | "err"} name */
function keep(stream, name) {
  stream.write = (chunk, ...rest) => {
    written[name] += Buffer.from(chunk).toString();
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  };
}
keep(process.stdout, "out");
keep(process.stderr, "err");

const home = process.cwd();
const environment = { ...process.env };

process.on("message", ({ args, url, input, env, cwd }) => {
  Object.assign(written, { out: "", err: "" });
  process.exitCode = undefined;
  // Each line finds a standard input of its own: one that has ended never ends again.
  const stdin = Readable.from(input === undefined ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment, { HOLDPOINT_URL: url }, env);
  process.chdir(cwd ?? home);
  // What is to be typed again is quoted from here.
  process.argv = [...process.argv.slice(0, 2), ...args];
  void runCommandLine(args, process).finally(() => {
    // Its folder may be gone before the next line comes.
    process.chdir(home);
    process.send({ ...written, exit: process.exitCode ?? 0 });
  });
});
// Whoever sends lines may end without a word.
process.on("disconnect", () => process.exit());
process.send("ready");
