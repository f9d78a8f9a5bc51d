import {
  HitlServerMessageSchema,
  type HitlServerMessage,
} from "../../../../src/compat/hitl-contract.ts";
import type { NewPlanInput } from "../../../../src/contract/plan/plan.ts";
import type { ApiHarness } from "../../../support/api-harness.ts";
import { openSocket } from "./open-socket.ts";
import { serveApi } from "./served-api.ts";

type OfType<Type> = Extract<HitlServerMessage, { type: Type }>;

/** A client of seed S0 (§5.5–5.6) for a new plan, whose every message is checked. */
export async function joinSession(api: ApiHarness, plan: NewPlanInput, language?: string) {
  const { id } = await api.create(plan);
  const { url } = await serveApi(api.deps);
  const headers = language === undefined ? {} : { "accept-language": language };
  const socket = await openSocket(`${url}/ws/${id}`, [], { headers });
  return {
    id,
    async until<Type extends HitlServerMessage["type"]>(
      type: Type,
      fits: (message: OfType<Type>) => boolean = () => true,
    ): Promise<OfType<Type>> {
      const found = await socket.until((message) => {
        const checked = HitlServerMessageSchema.parse(message);
        return checked.type === type && fits(checked as OfType<Type>);
      });
      return found as unknown as OfType<Type>;
    },
    send: (message: object) => socket.send({ session_id: id, ...message }),
    raw: socket,
  };
}
export type Session = Awaited<ReturnType<typeof joinSession>>;

/** The message about the next event of a type. */
export const untilEvent = (session: Session, type: string) =>
  session.until("hitl_status_update", ({ data }) => data?.event?.type === type);

/** The answer to a message. */
export const untilReply = (session: Session, to: string) =>
  session.until("hitl_status_update", ({ data }) => data?.in_reply_to === to);
