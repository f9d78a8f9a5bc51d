import {
  GONE_STATUS,
  NOT_ANSWERED,
  type Delivery,
  type Webhook,
} from "../../contract/service/webhook.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { NEWS_TYPES } from "../../contract/tables/vocabulary.ts";
import { words, heads } from "../messages/i18n.ts";
import { oneLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { exactMoment, moment } from "../terminal/time.ts";

interface ListShape {
  readonly columns: number;
}

/** Webhooks, each with what it is told of. */
export function webhookLines(webhooks: readonly Webhook[], { columns }: ListShape): string[] {
  const heading = heads("id", "state", "url", "events");
  const rows = webhooks.map(({ id, url, events, disabled }) => [
    id,
    words(`webhook_${disabled?.why ?? "enabled"}`),
    oneLine(url),
    events.length === NEWS_TYPES.length ? "*" : events.join(", "),
  ]);
  return table(heading, rows, { columns, flexible: [2, 3] });
}

/** What a webhook was told, and what came of it. */
export function deliveryLines(deliveries: readonly Delivery[], { columns }: ListShape): string[] {
  const heading = heads("delivery", "when", "subject", "state", "attempts", "answer");
  const rows = deliveries.map((delivery) => {
    const { id, time, type, subject, attempt_count, last } = delivery;
    const kind = type.replace(/^dev\.holdpoint\./, "").replace(/\.v1$/, "");
    const about = `${kind} ${subject.split("/").at(-1) ?? ""}`;
    const answer = last?.error ?? (last?.status == null ? "–" : String(last.status));
    const row = [stateOf(delivery), String(attempt_count), oneLine(answer)];
    return [oneLine(id), moment(time), oneLine(about), ...row];
  });
  return table(heading, rows, { columns, flexible: [2, 5] });
}

/** Why the newest attempt told its receiver nothing, and when the next one is. */
export function notToldLines(
  { last, next_attempt_at }: Pick<Delivery, "last" | "next_attempt_at">,
  { id, url }: Pick<Webhook, "id" | "url">,
): string[] {
  const why = whyNotTold(last, { id, url });
  if (next_attempt_at === null) return [why];
  return [why, words("told_next_attempt", { at: exactMoment(next_attempt_at) })];
}

function whyNotTold(last: Delivery["last"], { id, url }: Pick<Webhook, "id" | "url">): string {
  const { status = null, error = null } = last ?? {};
  if (status === GONE_STATUS) return words("told_gone", { url, webhook: id });
  if (status !== null) return words("told_not_taken", { url, why: error ?? String(status) });
  if (error === NOT_ANSWERED) {
    return words("told_not_answered", { url, seconds: LIMITS.webhook_answer_seconds });
  }
  return words("told_not_reached", { url, why: error ?? "–" });
}

function stateOf({ status, next_attempt_at }: Delivery): string {
  if (status !== "pending") return words(`delivery_${status}`);
  if (next_attempt_at === null) return words("delivery_now");
  return words("delivery_pending", { at: moment(next_attempt_at) });
}
