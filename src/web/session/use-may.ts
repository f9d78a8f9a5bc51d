import { useQuery } from "@tanstack/react-query";
import { lacksRole } from "../../contract/lacks-role.ts";
import type { Role } from "../../contract/tables/vocabulary.ts";
import { systemQuery, useClient } from "./api.ts";

/** Whether this person's roles let them do what takes `role`; undefined while the server has not said who they are. */
export function useMay(role: Role): boolean | undefined {
  const you = useQuery(systemQuery(useClient())).data?.you;
  return you === undefined ? undefined : !lacksRole(you, role);
}
