import { notice, type Notice } from "../contract/service/notices.ts";
import { openPrivateFolder } from "../temporal/machine/private-folder.ts";
import type { LoadedConfig } from "./config.ts";

/** Makes the data folder and its files their owner's alone, and tells what was not. */
export async function openDataFolder(
  { dataDir: folder }: Pick<LoadedConfig, "dataDir">,
  onNotice: (said: Notice) => void,
): Promise<void> {
  const { closed, open } = await openPrivateFolder(folder);
  if (closed > 0) onNotice(notice("folder_closed", { folder, count: closed }));
  if (open > 0) onNotice(notice("folder_open", { folder, count: open }));
}
