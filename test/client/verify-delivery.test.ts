import { randomBytes } from "node:crypto";
import { DeliveryError, verifyDelivery, type WebhookEvent } from "holdpoint/client";
import { expect, test } from "vitest";
import { signatureHeaders } from "../../src/activities/webhooks/deliver.ts";

const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
const SECRET = newSecret();
const BODY = JSON.stringify({
  id: "evt_3f7c0d9a51b24e6f8a90c1d2e3f4a5b6",
  type: "dev.holdpoint.hold.opened.v1",
  data: { plan: { title: "차 두 잔" }, hold: { id: "tea.h1", title: "Pour" } },
});
const sign = ({ secrets = [SECRET], body = BODY, at = Date.now() } = {}) =>
  signatureHeaders(secrets, { id: "evt_3f7c0d9a51b24e6f8a90c1d2e3f4a5b6", body, at });

/** What a receiver makes of it: its type says what is there. */
function sentence(event: WebhookEvent): string {
  switch (event.type) {
    case "dev.holdpoint.hold.opened.v1":
      return `${event.data.plan.title}: ${event.data.hold.title}?`;
    case "dev.holdpoint.plan.ended.v1":
      return `${event.data.plan.title}: ${event.data.outcome}, ${event.data.failed_count} failed`;
    default:
      return event.type;
  }
}

test("a receiver takes what Holdpoint has signed, as text or bytes, from any server's headers", async () => {
  const headers = sign();
  expect(sentence(await verifyDelivery(BODY, headers, SECRET))).toBe("차 두 잔: Pour?");
  const others = [
    new Headers(headers),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ];
  for (const other of others) {
    const bytes = new TextEncoder().encode(BODY);
    expect(await verifyDelivery(bytes, other, SECRET)).toEqual(JSON.parse(BODY));
  }
});

test("while a secret is changed, either side may know the other's as well", async () => {
  const next = newSecret();
  const rotating = sign({ secrets: [next, SECRET] });
  for (const known of [SECRET, next, [next, SECRET]]) {
    expect(await verifyDelivery(BODY, rotating, known)).toMatchObject({ type: expect.any(String) });
  }
  expect(await verifyDelivery(BODY, sign(), [next, SECRET])).toBeTruthy();
});

test.each([
  ["another body", BODY.replace("Pour", "Poor"), sign()],
  ["another secret", BODY, sign({ secrets: [newSecret()] })],
  ["another id", BODY, { ...sign(), "webhook-id": "evt_other" }],
  [
    "a time that was not signed",
    BODY,
    { ...sign(), "webhook-timestamp": String(Math.floor(Date.now() / 1_000) + 1) },
  ],
  ["an old one", BODY, sign({ at: Date.now() - 302_000 })],
  ["one of the future", BODY, sign({ at: Date.now() + 302_000 })],
  ["a time that is none", BODY, { ...sign(), "webhook-timestamp": "NaN" }],
  ["no signature", BODY, { ...sign(), "webhook-signature": "" }],
  ["signatures of other kinds", BODY, { ...sign(), "webhook-signature": "v1a,AAAA v1,? v1," }],
  ["no headers", BODY, {}],
] as const)("a receiver believes no delivery with %s", async (_, body, headers) => {
  await expect(verifyDelivery(body, headers, SECRET)).rejects.toThrow(DeliveryError);
});

test("an old delivery is taken by who says how old it may be", async () => {
  const headers = sign({ at: Date.now() - 3_000_000 });
  expect(await verifyDelivery(BODY, headers, SECRET, { toleranceSeconds: 3_600 })).toBeTruthy();
});

test("a mistake of the receiver's own is no delivery that fails", async () => {
  for (const secret of ["", "MfKQ9r8G", "whsec_", "whsec_?", []]) {
    await expect(verifyDelivery(BODY, sign(), secret)).rejects.toThrow(TypeError);
  }
  const parsed = JSON.parse(BODY) as string;
  await expect(verifyDelivery(parsed, sign(), SECRET)).rejects.toThrow(/before they are parsed/);
});
