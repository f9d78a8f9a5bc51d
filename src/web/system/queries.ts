import { queryOptions } from "@tanstack/react-query";
import type { Client } from "../../client/client.ts";
import { KEYS_OF_AGENTS } from "../session/api.ts";
import type { Language } from "../../contract/sentences/catalog.ts";

/** What a look at the installation finds; it is told in one language. */
export const checksQuery = (client: Client, language: Language) =>
  queryOptions({
    queryKey: ["checks", language],
    queryFn: ({ signal }) => client.service.checks({ signal }),
    staleTime: Infinity,
  });

/** An agent that is kept, with its instructions. */
export const keptAgentQuery = (client: Client, name: string) =>
  queryOptions({
    queryKey: [...KEYS_OF_AGENTS, name],
    queryFn: ({ signal }) => client.agents.get(name, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const KEYS_OF_KEYS = ["keys"] as const;

/** Who may use the API. */
export const keysQuery = (client: Client) =>
  queryOptions({
    queryKey: KEYS_OF_KEYS,
    queryFn: ({ signal }) => client.keys.list({ signal }),
  });
