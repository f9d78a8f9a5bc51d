import { defineCommand } from "../define-command.ts";
import { textFlag } from "../flags.ts";
import { keyHeader } from "../key-header.ts";
import { retell } from "../messages/retell.ts";
import { watchForStop } from "../until-stopped.ts";
import { language, words } from "../words-here.ts";

/** `holdpoint start`: everything in one process tree, until Ctrl-C. */
export const startCommand = defineCommand({
  brief: "brief_start",
  isLocal: true,
  full: "full_start",
  examples: ["start", "start --config team/holdpoint.config.ts"],
  args: [],
  flags: { config: textFlag("flag_config", "file") },
  async run(session, _, { config: file }) {
    const stop = watchForStop();
    // What happens is what was asked for: it goes to standard output, as logs do.
    const say = (...lines: readonly string[]): void => {
      if (!session.json) process.stdout.write(`${lines.join("\n")}\n`);
    };
    const { loadConfig } = await import("../../runtime/config.ts");
    const { startHoldpoint } = await import("../../runtime/start.ts");
    const from = process.cwd();
    const config = await loadConfig(from, file);
    const onLine = (line: string): void => say(retell(line, language));
    let holdpoint;
    try {
      holdpoint = await startHoldpoint({ from, config, onLine, signal: stop.signal });
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
    await stop.told;
    say(words("stopping"));
    await holdpoint.stop();
    stop.release();
  },
});
