import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { switchFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { tell } from "../../messages/tell.ts";
import { dim, green } from "../../terminal/colors.ts";
import { buildFlags, configFlag, placeFlags } from "../service/place-flags.ts";
import { configHere, runtime } from "./load-runtime.ts";

/** `holdpoint promote`: sends plans to the workers of this code, if it can go on with all of them. */
export const promoteCommand = defineCommand({
  help: "promote",
  isLocal: true,
  examples: ["promote", "promote --build-id 2026-11-23", "promote --keep-others"],
  flags: {
    ...placeFlags,
    ...configFlag,
    buildId: buildFlags.buildId,
    keepOthers: switchFlag("flag_keep_others"),
  },
  async run(session, _, { config: file, buildId, keepOthers, ...place }) {
    const { promoteBuild } = await runtime.promote();
    const { prepareReplays } = await runtime.worker();
    prepareReplays();
    const done = await promoteBuild({
      config: await configHere(file),
      place: definedOnly(place),
      buildId,
      keepOthers,
      onNotice: (said) => session.say(dim(tell(said))),
    });
    const { build_id: build, previous, checked, kept } = done;
    session.show(done, () => [
      `${green("✔")} ${words(previous === build ? "promote_nothing" : "promote_done", { build, checked })}`,
      ...(kept.length > 0
        ? [
            words("promote_kept", {
              count: kept.length,
              previous: previous ?? "",
              ids: kept.join(", "),
            }),
          ]
        : []),
      ...(previous !== null && previous !== build && kept.length === 0
        ? [words("promote_stop", { previous })]
        : []),
    ]);
  },
});
