import { EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { retell } from "../messages/retell.ts";
import { green, red } from "../render/colors.ts";
import { pad } from "../render/width.ts";
import { language, words } from "../words-here.ts";

/** `holdpoint doctor`: looks at everything that is needed and names what mends each failure. */
export const doctorCommand = defineCommand({
  brief: "brief_doctor",
  isLocal: true,
  args: [],
  flags: {},
  async run(session) {
    const { checkSetup } = await import("../../runtime/check-setup.ts");
    const { loadConfig } = await import("../../runtime/config.ts");
    const checks = await checkSetup(await loadConfig(process.cwd()));
    const isWell = checks.every(({ ok }) => ok);
    session.show({ ok: isWell, checks }, () =>
      checks.flatMap(({ name, ok, detail, fix }) => [
        `${ok ? green("✔") : red("✖")} ${pad(words(`check_${name}`), 18)} ${retell(detail, language)}`,
        ...(fix === undefined ? [] : [`  ${"".padEnd(18)} ${words("mend", { fix })}`]),
      ]),
    );
    if (!isWell) session.end(EXIT.failed);
  },
});
