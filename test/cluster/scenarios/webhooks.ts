import assert from "node:assert/strict";
import { assertSigned, startReceiver } from "../../support/webhook-receiver.ts";
import { asking, until, untilEnded, untilHold, type Scenario } from "./scenario.ts";

const PLANS = Array.from({ length: 8 }, (_, index) => `told-${index + 1}`);
const TYPES = ["hold.opened", "hold.decided", "plan.ended"];

export const toldOnce: Scenario = {
  shows: "A webhook is told everything once, although there are two workers",
  async run({ holdpoint }) {
    const [one, two] = holdpoint.apis;
    const receiver = await startReceiver();
    try {
      const hook = await one!.client.webhooks.create({ url: receiver.url });
      await Promise.all(
        PLANS.map(async (id, place) => {
          const [here, there] = place % 2 === 0 ? [one!, two!] : [two!, one!];
          const todo = `${id}-asked`;
          await here.client.plans.create({ id, title: id, todos: [asking(todo)] });
          const hold = await untilHold(there.client, id, todo);
          await there.approver.holds.decide(hold.id, { decision: "approve" });
          await untilEnded(here.client, id);
        }),
      );
      await until("a delivery of everything", () =>
        PLANS.every((id) => TYPES.every((type) => receiver.of(id, type).length > 0)),
      );
      // A delivery is only over once the other API lists it so.
      const expected = PLANS.length * TYPES.length;
      await until("a log of every delivery", async () => {
        const page = { status: "delivered", limit: 200 } as const;
        const { deliveries } = await two!.client.webhooks.deliveries(hook.id, page);
        return deliveries.length === expected;
      });
      const all = PLANS.flatMap((id) => receiver.of(id));
      for (const given of all) assertSigned(given, hook.secret);
      assert.equal(new Set(all.map(({ event }) => event.id)).size, expected);
      assert.equal(all.length, expected, "nothing was told twice");
      await two!.client.webhooks.delete(hook.id);
      return `${all.length} messages about ${PLANS.length} plans, each once and signed`;
    } finally {
      await receiver.close();
    }
  },
};
