import { useQuery } from "@tanstack/react-query";
import { HELD_BY } from "../../contract/tables/vocabulary.ts";
import { systemQuery, useClient } from "../session/api.ts";

/** Whether this person's roles let them decide; undefined while the server has not said who they are. */
export function useMayDecide(): boolean | undefined {
  const you = useQuery(systemQuery(useClient())).data?.you;
  return you === undefined ? undefined : HELD_BY.approver.some((role) => you.roles.includes(role));
}
