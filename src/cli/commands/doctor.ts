import { checkSetup } from "../../runtime/check-setup.ts";
import { loadConfig } from "../../runtime/config.ts";
import { EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { green, red } from "../render/colors.ts";

/** `holdpoint doctor`: looks at everything that is needed and names what mends each failure. */
export const doctorCommand = defineCommand({
  brief: "brief_doctor",
  isLocal: true,
  args: [],
  flags: {},
  async run(session) {
    const checks = await checkSetup(await loadConfig(process.cwd()));
    const isWell = checks.every(({ ok }) => ok);
    session.show({ ok: isWell, checks }, () =>
      checks.flatMap(({ name, ok, detail, fix }) => [
        `${ok ? green("✔") : red("✖")} ${name.replaceAll("_", " ").padEnd(18)} ${detail}`,
        ...(fix === undefined ? [] : [`  ${"".padEnd(18)} ${session.words("mend", { fix })}`]),
      ]),
    );
    if (!isWell) session.end(EXIT.failed);
  },
});
