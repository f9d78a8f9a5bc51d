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

process.on("message", ({ args, url }) => {
  Object.assign(written, { out: "", err: "" });
  process.exitCode = undefined;
  // Each line finds a standard input of its own, with nothing on it: one that has ended never ends again.
  Object.defineProperty(process, "stdin", { value: Readable.from([]), configurable: true });
  process.env.HOLDPOINT_URL = url;
  // What is to be typed again is quoted from here.
  process.argv = [...process.argv.slice(0, 2), ...args];
  void runCommandLine(args, process).finally(() =>
    process.send({ ...written, exit: process.exitCode ?? 0 }),
  );
});
// Whoever sends lines may end without a word.
process.on("disconnect", () => process.exit());
process.send("ready");
