import { useQuery } from "@tanstack/react-query";
import { toolsQuery, useClient } from "./api.ts";

/** The names of the tools that have to ask, whatever plans and agents say; none until that is known. */
export function useDemandingTools(): readonly string[] {
  const tools = useQuery(toolsQuery(useClient())).data?.tools ?? [];
  return tools.filter(({ marks }) => marks.includes("requires_approval")).map(({ name }) => name);
}
