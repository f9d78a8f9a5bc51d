import type { LoadedConfig } from "../runtime/config.ts";

/** What a curl command for this configuration's API needs beside its other arguments: "" or a key. */
export async function keyHeader(config: LoadedConfig): Promise<string> {
  const { openKeys } = await import("../runtime/keys.ts");
  return (await openKeys(config).inUse()) ? ` -H "authorization: Bearer $HOLDPOINT_KEY"` : "";
}
