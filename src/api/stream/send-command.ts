import type { Json } from "../../contract/text.ts";
import type { AsCaller } from "./as-caller.ts";

/** What a command's HTTP route answered. */
export type CommandAnswer =
  | { readonly receipt: Json }
  | { readonly problem: { code: string; detail: string; status: number; [field: string]: Json } };

/** Sends a command to its HTTP route. */
export type SendCommand = (path: string, body: object) => Promise<CommandAnswer>;

/** Commands of a socket are requests to the HTTP routes: there is one code for both. */
export function createSendCommand(asCaller: AsCaller): SendCommand {
  return async function sendCommand(path, body) {
    const response = await asCaller("POST", path, body);
    const answer = (await response.json()) as Json;
    return response.ok
      ? { receipt: answer }
      : { problem: answer as Extract<CommandAnswer, { problem: unknown }>["problem"] };
  };
}
