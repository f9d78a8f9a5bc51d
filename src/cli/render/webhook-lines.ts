import type { Delivery, Webhook } from "../../contract/service/webhook.ts";
import { NEWS_TYPES } from "../../contract/tables/vocabulary.ts";
import type { Words } from "../messages/words.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment } from "../terminal/time.ts";

/** Webhooks as the rows of a table, its heading first. */
export function webhookRows(webhooks: readonly Webhook[], words: Words): string[][] {
  const heading = [words("head_id"), words("head_state"), words("head_url"), words("head_events")];
  const rows = webhooks.map(({ id, url, events, disabled }) => [
    id,
    words(`webhook_${disabled?.why ?? "enabled"}`),
    oneLine(url),
    events.length === NEWS_TYPES.length ? "*" : events.join(", "),
  ]);
  return [heading, ...rows];
}

/** What a webhook was told as the rows of a table, its heading first. */
export function deliveryRows(deliveries: readonly Delivery[], words: Words): string[][] {
  const heading = [
    words("head_delivery"),
    words("head_when"),
    words("head_subject"),
    words("head_state"),
    words("head_attempts"),
    words("head_answer"),
  ];
  const rows = deliveries.map((delivery) => {
    const { id, time, type, subject, attempt_count, last } = delivery;
    const kind = type.replace(/^dev\.holdpoint\./, "").replace(/\.v1$/, "");
    const about = `${kind} ${subject.split("/").at(-1) ?? ""}`;
    const answer = last?.error ?? (last?.status == null ? "–" : String(last.status));
    const row = [stateOf(delivery, words), String(attempt_count), oneLine(answer)];
    return [oneLine(id), moment(time), oneLine(about), ...row];
  });
  return [heading, ...rows];
}

function stateOf({ status, next_attempt_at }: Delivery, words: Words): string {
  if (status !== "pending") return words(`delivery_${status}`);
  if (next_attempt_at === null) return words("delivery_now");
  return words("delivery_pending", { at: moment(next_attempt_at) });
}
