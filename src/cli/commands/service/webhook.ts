import { buildRouteMap } from "@stricli/core";
import type { WebhookInput } from "../../../client/shapes.ts";
import { GONE_STATUS, type Delivery, type Webhook } from "../../../contract/service/webhook.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { DELIVERY_STATUSES } from "../../../contract/tables/vocabulary.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag, listFlag, numberFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { deliveryLines, notToldLines, webhookLines } from "../../render/webhook-lines.ts";
import { yamlText } from "../../render/yaml-text.ts";
import type { Session } from "../../session/session.ts";
import { typedAgain } from "../../session/typed-line.ts";
import { dim, green, red } from "../../terminal/colors.ts";
import { moment } from "../../terminal/time.ts";

/** How long a person waits at the terminal for a receiver's answer. */
const WAIT_MS = 25_000;
const LOOK_EVERY_MS = 250;

const addCommand = defineCommand({
  help: "webhook_add",
  examples: [
    "webhook add https://example.com/holdpoint",
    "webhook add https://example.com/holdpoint --events hold.opened,plan.ended",
  ],
  args: ["url"],
  flags: {
    events: listFlag("flag_webhook_events"),
    description: textFlag("flag_description"),
  },
  async run(session, [url], { events, description }) {
    const made = await session.client.webhooks.create({
      url,
      events: events as WebhookInput["events"],
      description,
    });
    const told = made.events.join(", ");
    session.say(`${green("✔")} ${words("told_webhook_added", { webhook: made.id, events: told })}`);
    session.say(words("webhook_secret_once"));
    session.show(made, () => [made.secret]);
    session.next(`holdpoint webhook test ${made.id}`);
  },
});

const listCommand = defineCommand({
  help: "webhook_list",
  async run(session) {
    const answer = await session.client.webhooks.list();
    session.show(answer, () => webhookLines(answer.webhooks, session));
    if (answer.webhooks.length > 0) return;
    session.say(words("no_webhooks"));
    session.next("holdpoint webhook add --help");
  },
});

const showCommand = defineCommand({
  help: "webhook_show",
  args: ["webhook"],
  async run(session, [id]) {
    const webhook = await session.client.webhooks.get(id);
    session.show(webhook, () => [yamlText(webhook).trimEnd()]);
    session.next(`holdpoint webhook deliveries ${id}`);
  },
});

const deliveriesCommand = defineCommand({
  help: "webhook_deliveries",
  examples: ["webhook deliveries wh_1a2b3c4d5e", "webhook deliveries wh_1a2b3c4d5e evt_0f1e2d3c"],
  args: ["webhook", "delivery?"],
  flags: {
    status: choiceFlag("flag_delivery_status", DELIVERY_STATUSES),
    limit: numberFlag("flag_limit"),
  },
  async run(session, [id, one], { status, limit }) {
    if (one !== undefined) {
      const whole = await session.client.webhooks.delivery(id, one);
      session.show(whole, () => [yamlText(whole).trimEnd()]);
      session.next(`holdpoint webhook replay ${id} ${one}`);
      return;
    }
    const answer = await session.client.webhooks.deliveries(id, { status, limit });
    session.show(answer, () => deliveryLines(answer.deliveries, session));
    const shown = answer.deliveries.length;
    if (shown === 0) session.say(words("no_deliveries", { webhook: id }));
    if (shown === (limit ?? LIMITS.usual_page_rows)) tellListEnds(session, shown);
  },
});

/** Says of a full list how to get a longer one: the log has no pages. */
function tellListEnds(session: Session, shown: number): void {
  const command = typedAgain("--limit", String(LIMITS.page_rows));
  const said =
    shown < LIMITS.page_rows
      ? words("deliveries_end", { shown, command })
      : words("deliveries_most", { shown });
  session.say(dim(said));
}

const replayCommand = defineCommand({
  help: "webhook_replay",
  examples: ["webhook replay wh_1a2b3c4d5e evt_0f1e2d3c"],
  args: ["webhook", "delivery"],
  async run(session, [id, delivery]) {
    const before = await session.client.webhooks.delivery(id, delivery);
    await session.client.webhooks.replay(id, delivery);
    await tellOutcome(
      session,
      await session.client.webhooks.get(id),
      delivery,
      before.attempt_count,
    );
  },
});

const testCommand = defineCommand({
  help: "webhook_test",
  args: ["webhook"],
  async run(session, [id]) {
    const webhook = await session.client.webhooks.get(id);
    const { id: delivery } = await session.client.webhooks.test(id, {});
    await tellOutcome(session, webhook, delivery, 0);
  },
});

/** Waits for the answer to one more attempt than there were, and says what it was. */
async function tellOutcome(
  session: Session,
  { id, url }: Webhook,
  deliveryId: string,
  tried: number,
): Promise<void> {
  session.say(words("told_delivery_begun", { delivery: deliveryId }));
  const until = Date.now() + WAIT_MS;
  let delivery: Delivery;
  do {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    delivery = await session.client.webhooks.delivery(id, deliveryId);
  } while (delivery.status === "pending" && delivery.attempt_count <= tried && Date.now() < until);
  session.show(delivery, () => []);
  const { last, status } = delivery;
  if (last === null || (status === "pending" && delivery.attempt_count <= tried)) {
    session.say(words("delivery_still_waits", { delivery: deliveryId }));
  } else if (status === "delivered") {
    const told = { url, status: last.status ?? "", ms: last.took_ms };
    session.say(`${green("✔")} ${words("told_delivered", told)}`);
  } else {
    const [why, ...more] = notToldLines(delivery, { id, url });
    session.say(`${red("✖")} ${why}`);
    for (const line of more) session.say(line);
    session.end(1);
    if (last.status === GONE_STATUS) {
      session.next(`holdpoint webhook enable ${id}`);
      return;
    }
  }
  session.next(`holdpoint webhook deliveries ${id} ${deliveryId}`);
}

const rotateCommand = defineCommand({
  help: "webhook_rotate",
  args: ["webhook"],
  async run(session, [id]) {
    const rotated = await session.client.webhooks.rotate(id, {});
    const told = { webhook: id, at: moment(rotated.earlier_until) };
    session.say(`${green("✔")} ${words("told_webhook_rotated", told)}`);
    session.say(words("webhook_secret_once"));
    session.show(rotated, () => [rotated.secret]);
    session.next(`holdpoint webhook test ${id}`);
  },
});

const switchCommand = (action: "enable" | "disable") =>
  defineCommand({
    help: `webhook_${action}`,
    args: ["webhook"],
    async run(session, [id]) {
      const enabled = action === "enable";
      const webhook = await session.client.webhooks.change(id, { enabled });
      const said = words(enabled ? "told_webhook_on" : "told_webhook_off", { webhook: id });
      session.done(webhook, said);
    },
  });

const removeCommand = defineCommand({
  help: "webhook_remove",
  examples: ["webhook remove wh_1a2b3c4d5e --yes"],
  args: ["webhook"],
  async run(session, [id]) {
    await session.client.webhooks.get(id);
    await session.confirm(words("sure_remove_webhook", { webhook: id }));
    await session.client.webhooks.delete(id);
    session.done({ removed: id }, words("told_webhook_removed", { webhook: id }));
  },
});

/** `holdpoint webhook`: who outside is told what happens. */
export const webhookCommand = buildRouteMap({
  docs: { brief: words("brief_webhook") },
  routes: {
    add: addCommand,
    list: listCommand,
    show: showCommand,
    deliveries: deliveriesCommand,
    replay: replayCommand,
    test: testCommand,
    rotate: rotateCommand,
    enable: switchCommand("enable"),
    disable: switchCommand("disable"),
    remove: removeCommand,
  },
});
