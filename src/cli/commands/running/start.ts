import type { Notice } from "../../../contract/service/notices.ts";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { tell } from "../../messages/tell.ts";
import { print } from "../../terminal/output.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { keyHeader } from "../service/key-header.ts";
import { configFlag } from "../service/place-flags.ts";
import { configHere, runtime } from "./load-runtime.ts";

/** `holdpoint start`: everything in one process tree, until Ctrl-C. */
export const startCommand = defineCommand({
  help: "start",
  isLocal: true,
  examples: ["start", "start --config team/holdpoint.config.ts"],
  flags: configFlag,
  async run(session, _, { config: file }) {
    const stop = watchForStop();
    // What happens is what was asked for: it goes to standard output, as logs do.
    const say = (...lines: readonly string[]): void => {
      if (!session.json) print(...lines);
    };
    const { startHoldpoint } = await runtime.start();
    const config = await configHere(file);
    const from = process.cwd();
    const onNotice = (said: Notice): void => say(tell(said));
    let holdpoint;
    try {
      holdpoint = await startHoldpoint({ from, config, onNotice, signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted) return say(words("stopped_while_starting"));
      throw error;
    }
    const { apiUrl, temporalAddress, temporalUiUrl } = holdpoint;
    const curl = `curl -s ${apiUrl}/v1/plans${await keyHeader(config)} -H 'content-type: application/yaml' --data-binary @plan.yaml`;
    session.show(
      { url: apiUrl, temporal: { address: temporalAddress, ui_url: temporalUiUrl } },
      () => ["", words("is_up"), `${words("create_a_plan")}  ${curl}`],
    );
    await stop.requested;
    say(words("stopping"));
    await holdpoint.stop();
    stop.release();
  },
});
