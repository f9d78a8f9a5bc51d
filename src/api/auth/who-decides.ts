import { wrongAt } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { keyState } from "../../contract/service/key.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { lacksRole, type IdentityDeps } from "./identity.ts";

/**
 * Refuses to ask somebody whom nobody here can be: where there are keys, who decides has one of that name. The hold
 * would else be in nobody's inbox. Without keys, names are anybody's.
 * @throws Refusal
 */
export async function assertDecides(
  { keys, now }: Pick<IdentityDeps, "keys" | "now">,
  to: string,
): Promise<void> {
  if (!(await keys.inUse())) return;
  const at = now();
  const names = (await keys.list())
    .filter((key) => keyState(key, at) === "active" && !lacksRole(key, "approver"))
    .map(({ name }) => name);
  if (names.includes(to)) return;
  const nearest = nearestName(to, names);
  const detail =
    nearest === undefined
      ? say("nobody_decides", { to })
      : say("nobody_decides_but", { to, nearest });
  throw wrongAt([{ pointer: "/to", detail }], say("key_for_name"));
}
