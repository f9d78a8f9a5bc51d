import { argumentMatchLines } from "../../render/argument-match-lines.ts";
import type { Session } from "../../session/session.ts";

/** Where a text stands in what a hold is about: each place with what stands around it. */
export async function findInArguments(
  session: Session,
  holdId: string,
  pointer: string,
  find: string,
): Promise<void> {
  const found = await session.client.holds.findInArguments(holdId, { find, pointer });
  session.show(found, () => argumentMatchLines(found, session.words));
}
