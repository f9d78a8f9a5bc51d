/*
 * A process that runs one command line after another, as `lines.ts` sends them, and answers what each
 * wrote. It runs what `holdpoint` runs; language and time zone are the process's, as they are a person's.
 */
const { locateModule } = await import(process.argv[2]);
const { runCommandLine } = await import(await locateModule("cli"));
const written = { out: "", err: "" };

/** @param {NodeJS.WriteStream} stream @param {"out" | "err"} name */
function keep(stream, name) {
  stream.write = (chunk, ...rest) => {
    written[name] += String(chunk);
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  };
}
keep(process.stdout, "out");
keep(process.stderr, "err");

process.on("message", (args) => {
  written.out = "";
  written.err = "";
  void runCommandLine(args, process).finally(() => process.send({ ...written }));
});
process.send("ready");
