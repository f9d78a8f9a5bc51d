import { textFlag } from "../../input/flags.ts";

/** Which Temporal is meant; the environment says it otherwise. */
export const placeFlags = {
  address: textFlag("flag_address", "host:port"),
  namespace: textFlag("flag_namespace", "name"),
};
export const configFlag = { config: textFlag("flag_config", "file") };
