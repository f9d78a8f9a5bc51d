import { notice } from "../../../contract/service/notices.ts";
import { defineCommand } from "../../input/define-command.ts";
import { definedOnly } from "../../input/defined-only.ts";
import { tell, words } from "../../messages/i18n.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { configFlag, placeFlags } from "../service/place-flags.ts";
import { runtime } from "./load-runtime.ts";

/** `holdpoint api`: the API alone, beside a Temporal and workers that run elsewhere. */
export const apiCommand = defineCommand({
  brief: "brief_api",
  isLocal: true,
  full: "full_api",
  examples: ["api --address temporal.internal:7233 --namespace plans"],
  args: [],
  flags: { ...placeFlags, ...configFlag },
  async run(session, _, { config: file, ...place }) {
    const stop = watchForStop();
    try {
      const { loadConfig } = await runtime.config();
      const { startApi } = await runtime.api();
      const { openLogFile } = await runtime.logFile();
      const { pino } = await import("pino");
      const config = await loadConfig(process.cwd(), file);
      const api = await startApi({
        config,
        place: definedOnly(place),
        // Standard output is for what was asked: the address.
        log: pino({}, openLogFile(2)),
        onNotice: (said) => session.say(tell(said)),
      });
      session.say(tell(notice("shared_folder", { folder: config.dataDir })));
      session.show({ url: api.url }, () => [words("api_is_at", { url: api.url })]);
      await stop.requested;
      await api.close();
    } finally {
      stop.release();
    }
  },
});
