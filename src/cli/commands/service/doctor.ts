import { statusOf } from "../../../contract/service/checks.ts";
import { inEnglish } from "../../../contract/service/notices.ts";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { tell } from "../../messages/tell.ts";
import { EXIT } from "../../session/errors/cli-error.ts";
import { asTyped } from "../../session/typed-line.ts";
import { green, red, yellow } from "../../terminal/colors.ts";
import { pad } from "../../terminal/width.ts";
import { configHere, runtime } from "../running/load-runtime.ts";

/** What could not be seen, or is not as safe as it could be, is neither well nor amiss. */
const SIGNS = { ok: green("✔"), warn: yellow("!"), fail: red("✖") } as const;

/** `holdpoint doctor`: looks at everything that is needed and names what mends each failure. */
export const doctorCommand = defineCommand({
  help: "doctor",
  isLocal: true,
  async run(session) {
    const { checkSetup } = await runtime.checkSetup();
    const checks = await checkSetup(await configHere());
    const isWell = checks.every(({ ok }) => ok);
    const data = checks.map((check) => ({ ...check, detail: inEnglish(check.detail) }));
    session.show({ ok: isWell, checks: data }, () =>
      checks.flatMap(({ name, ok, detail, fix }) => [
        `${SIGNS[statusOf({ ok, detail })]} ${pad(words(`check_${name}`), 18)} ${tell(detail)}`,
        ...(fix === undefined
          ? []
          : [`  ${"".padEnd(18)} ${words("mend", { fix: asTyped(fix) })}`]),
      ]),
    );
    if (!isWell) session.end(EXIT.failed);
  },
});
