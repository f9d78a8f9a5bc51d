import type { LoadedConfig } from "../../../runtime/config.ts";
import { runtime } from "../running/load-runtime.ts";

/** What a curl command for this configuration's API needs beside its other arguments: "" or a key. */
export async function keyHeader(config: LoadedConfig): Promise<string> {
  const { openKeys } = await runtime.keys();
  return (await openKeys(config).inUse()) ? ` -H "authorization: Bearer $HOLDPOINT_KEY"` : "";
}
