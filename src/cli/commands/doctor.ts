import { buildCommand } from "@stricli/core";
import { green, red } from "../render/colors.ts";
import { checkSetup } from "../../runtime/check-setup.ts";
import { loadConfig } from "../../runtime/config.ts";

/** `holdpoint doctor`: looks at everything that is needed and names what mends each failure. */
export const doctorCommand = buildCommand({
  docs: { brief: "Check Node, Temporal, ports, worker and search attributes" },
  parameters: {},
  async func() {
    const checks = await checkSetup(await loadConfig(process.cwd()));
    for (const { name, ok, detail, fix } of checks) {
      console.log(
        `${ok ? green("✔") : red("✖")} ${name.replaceAll("_", " ").padEnd(18)} ${detail}`,
      );
      if (fix !== undefined) console.log(`  ${"".padEnd(18)} mend: ${fix}`);
    }
    if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  },
});
