import { switchFlag, textFlag } from "../../input/flags.ts";

/** Which Temporal is meant; the environment says it otherwise. */
export const placeFlags = {
  address: textFlag("flag_address", "host:port"),
  namespace: textFlag("flag_namespace", "name"),
};
export const configFlag = { config: textFlag("flag_config", "file") };
/** Which build workers are of; without both, of none. */
export const buildFlags = {
  versioned: switchFlag("flag_versioned"),
  buildId: textFlag("flag_build_id", "id"),
};
