import { useQuery } from "@tanstack/react-query";
import { marksSecrets } from "../../json/secret-places.ts";
import { toolsQuery, useClient } from "./api.ts";

/** Says of a tool by name whether its arguments may hold secrets: those of one that is not known may. */
export function useMayBeSecret(): (tool: string) => boolean {
  const tools = useQuery(toolsQuery(useClient())).data?.tools ?? [];
  return (tool) => {
    const known = tools.find(({ name }) => name === tool);
    return known === undefined || marksSecrets(known.input);
  };
}
