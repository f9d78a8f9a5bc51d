import { readState } from "../temporal/dev-server-state.ts";

/** Where the UI of this data folder's own Temporal server is; undefined when there is none. */
export async function findTemporalUi(dataDir: string): Promise<string | undefined> {
  const state = await readState(dataDir);
  return state === undefined ? undefined : `http://127.0.0.1:${state.ui_port}`;
}
