import type { WireProblem } from "../../contract/problem.ts";
import type { Json } from "../../contract/text.ts";
import type { InternalRequest } from "../auth/internal-request.ts";

/** What a command's HTTP route responded. */
export type CommandResult = { readonly receipt: Json } | { readonly problem: WireProblem };

/** Posts a command to its HTTP route. */
export type PostCommand = (path: string, body: object) => Promise<CommandResult>;

/** Commands of a socket are requests to the HTTP routes: there is one code for both. */
export function createPostCommand(request: InternalRequest): PostCommand {
  return async function postCommand(path, body) {
    const response = await request(path, { body });
    const content: unknown = await response.json();
    return response.ok ? { receipt: content as Json } : { problem: content as WireProblem };
  };
}
