import type { Client } from "../../client/client.ts";
import type { Language } from "../../contract/sentences/catalog.ts";
import { KEYS, reads } from "../session/api.ts";

/** What a look at the installation finds; it is told in one language. */
export const checksQuery = (client: Client, language: Language) =>
  reads(["checks", language], (call) => client.service.checks(call), { staleTime: Infinity });

/** An agent that is kept, with its instructions. */
export const keptAgentQuery = (client: Client, name: string) =>
  reads([...KEYS.agents, name], (call) => client.agents.get(name, call), {
    staleTime: 0,
    gcTime: 0,
  });

/** Who may use the API. */
export const keysQuery = (client: Client) => reads(KEYS.keys, (call) => client.keys.list(call));
