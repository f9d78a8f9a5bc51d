import { inEnglish } from "../../../contract/service/notices.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { switchFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { tell } from "../../messages/tell.ts";
import { green } from "../../terminal/colors.ts";
import { placeFlags } from "../service/place-flags.ts";
import { runtime } from "./load-runtime.ts";

/** `holdpoint setup`: what a Temporal that somebody else runs needs before plans can run there. */
export const setupCommand = defineCommand({
  help: "setup",
  isLocal: true,
  examples: ["setup --address temporal.internal:7233 --namespace plans"],
  flags: { ...placeFlags, newStores: switchFlag("flag_new_stores") },
  async run(session, _, { newStores, ...place }) {
    const { setUpTemporal } = await runtime.setUpTemporal();
    const setup = await setUpTemporal(definedOnly(place), { newStores });
    const { address, namespace, changes } = setup;
    session.show({ ...setup, changes: changes.map(inEnglish) }, () => changes.map(tell));
    const key = changes.length === 0 ? "setup_nothing" : "setup_done";
    session.say(`${green("✔")} ${words(key, { address, namespace })}`);
    session.next("holdpoint worker");
  },
});
