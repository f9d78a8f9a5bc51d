import { notice } from "../../../contract/service/notices.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { configFlag, placeFlags } from "../service/place-flags.ts";
import { configHere, runtime } from "./load-runtime.ts";
import { openServiceLog } from "./service-log.ts";

/** A decision that is on its way to its plan is answered before the API is gone. */
const DRAIN_MS = 10_000;

/** `holdpoint api`: the API alone, beside a Temporal and workers that run elsewhere. */
export const apiCommand = defineCommand({
  help: "api",
  isLocal: true,
  examples: ["api --address temporal.internal:7233 --namespace plans"],
  flags: { ...placeFlags, ...configFlag },
  async run(session, _, { config: file, ...place }) {
    const stop = watchForStop();
    const log = await openServiceLog(session.json);
    try {
      const { startApi } = await runtime.api();
      const config = await configHere(file);
      const api = await startApi({
        config,
        place: definedOnly(place),
        // Standard output is for what was asked: the address.
        log: log.lines,
        onNotice: (said) => log.say(said),
      });
      const { toldStores } = await runtime.artifacts();
      log.say(toldStores(config));
      session.show({ url: api.url }, () => [words("api_is_at", { url: api.url })]);
      await stop.requested;
      log.say(notice("api_stopping", { seconds: DRAIN_MS / 1_000 }));
      await api.close(DRAIN_MS);
    } finally {
      await log.settled();
      stop.release();
    }
  },
});
