import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { readEncryptionKeys } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import { login, makeToken, PLANTED, plantedIn, received } from "../support/planted-secrets.ts";
import { useScreen } from "./use-screen.ts";

const keys = readEncryptionKeys({
  HOLDPOINT_ENCRYPTION_KEYS: encryptionKey("a"),
});
const screen = useScreen({ keys, tools: [login, makeToken] });

const STORED = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])";
const LEFT = `[
  document.documentElement.outerHTML,
  document.body.innerText,
  ...[...document.querySelectorAll("input, textarea")].map(({ value }) => value),
  ${STORED},
  location.href,
].join("\\n")`;

/** What the tab keeps. */
const storedOn = (page: Page): Promise<string> => page.evaluate(STORED);
/** Everything of a page that somebody could read later, or that a picture of it shows. */
const leftOn = (page: Page): Promise<string> => page.evaluate(LEFT);

test("a secret is masked, shown when somebody wants it, which the plan's log says, and not kept", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-secret",
    title: "Log in",
    todos: [
      {
        id: "in",
        title: "Log in",
        tool_name: "login",
        tool_params: { user: "kim", token: PLANTED.created },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByText("•••••• (secret)").first().waitFor();
  expect(plantedIn(await leftOn(page))).toEqual([]);

  await page.getByRole("button", { name: "Show the secret", exact: true }).click();
  await page.getByText(PLANTED.created).waitFor();
  const { events } = await api.get<{ events: LoggedEvent[] }>(`/v1/plans/${id}/events?limit=1000`);
  expect(events.filter(({ type }) => type === "hold.revealed")).toMatchObject([
    { hold_id: hold!.id, by: "local-operator", data: { pointer: "/args/token" } },
  ]);
  expect(plantedIn(await storedOn(page))).toEqual([]);
  await page.getByRole("button", { name: "Hide it", exact: true }).click();
  await expect.poll(async () => plantedIn(await leftOn(page))).toEqual([]);

  // A secret that is being written is nowhere but in its field; what is open beside it survives a reload.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("form", { name: "Change the arguments" });
  await form.getByLabel("user").fill("lee");
  await form.getByLabel("token").fill(PLANTED.edited);
  await expect.poll(() => storedOn(page)).toContain("lee");
  expect(plantedIn(await storedOn(page))).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect.poll(() => form.getByLabel("user").inputValue()).toBe("lee");
  expect(plantedIn(await leftOn(page))).toEqual([]);
  await form.getByLabel("token").fill(PLANTED.edited);
  await form.getByRole("button", { name: "Approve with these changes" }).click();
  await api.untilEnded(id);
  expect(received.get("in")).toEqual({ user: "lee", token: PLANTED.edited });
  await expect.poll(async () => plantedIn(await leftOn(page))).toEqual([]);
});

test("of a form with a secret, a reload keeps what is not secret", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-secret-form",
    title: "Sign up",
    todos: [
      {
        id: "who",
        title: "Who signs up?",
        input_request: {
          question: "Who signs up?",
          input_type: "form",
          schema: {
            type: "object",
            properties: { user: { type: "string" }, token: { type: "string", writeOnly: true } },
            required: ["user", "token"],
          },
        },
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  const form = page.getByRole("form", { name: /Who signs up\?/ });
  await form.getByLabel("token").fill(PLANTED.edited);
  await form.getByLabel("user").fill("lee");
  await expect.poll(() => storedOn(page)).toContain("lee");
  expect(plantedIn(await storedOn(page))).toEqual([]);
  await page.reload();
  await expect.poll(() => form.getByLabel("user").inputValue()).toBe("lee");
  expect(await form.getByLabel("token").inputValue()).toBe("");
  await form.getByLabel("token").fill(PLANTED.edited);
  await form.getByRole("button", { name: "Send answer" }).click();
  await api.untilEnded(id);
  await expect.poll(async () => plantedIn(await leftOn(page))).toEqual([]);
});
