import { buildCommand } from "@stricli/core";
import { loadConfig } from "../../runtime/config.ts";
import { startHoldpoint } from "../../runtime/start.ts";
import { keyHeader } from "../key-header.ts";
import { watchForStop } from "../until-stopped.ts";

interface StartFlags {
  readonly config?: string;
}

/** `holdpoint start`: everything in one process tree, until Ctrl-C. */
export const startCommand = buildCommand({
  docs: {
    brief: "Start Temporal, a worker and the API, and stay up",
    fullDescription:
      "Starts the embedded Temporal server, a worker and the API, on loopback unless the configuration names another address and there is a key. State is kept in .holdpoint, so the next start finds the plans of this one. Ctrl-C stops what was started.",
  },
  parameters: {
    flags: {
      config: {
        kind: "parsed",
        parse: String,
        brief: "Configuration file (default: holdpoint.config.ts here)",
        optional: true,
      },
    },
  },
  async func(flags: StartFlags) {
    const stop = watchForStop();
    const say = (line: string): void => console.log(line);
    const from = process.cwd();
    const config = await loadConfig(from, flags.config);
    let holdpoint;
    try {
      holdpoint = await startHoldpoint({ from, config, onLine: say, signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted) return say("Stopped while starting.");
      throw error;
    }
    say("");
    say("Holdpoint is up. Ctrl-C stops it; plans are kept and go on at the next start.");
    say(
      `Create a plan:  curl -s ${holdpoint.apiUrl}/v1/plans${await keyHeader(config)} -H 'content-type: application/yaml' --data-binary @plan.yaml`,
    );
    await stop.told;
    say("Stopping …");
    await holdpoint.stop();
    stop.release();
  },
});
