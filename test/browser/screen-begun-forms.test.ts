import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { login, PLANTED } from "../support/planted-secrets.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({ tools: [login] });

/** A form in front of its page: the button that opens it, and what somebody writes into it, by field. */
interface Form {
  readonly what: string;
  readonly path: string;
  readonly opener: string;
  readonly title: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly boxes?: readonly RegExp[];
}

const FORMS: readonly Form[] = [
  {
    what: "a new agent",
    path: "/agents",
    opener: "New agent",
    title: "New agent",
    texts: { Name: "poet", Instructions: "Write plainly." },
    boxes: [/^echo$/],
  },
  {
    what: "an agent that is changed",
    path: "/agents",
    opener: "Edit begun-scribe",
    title: "Edit begun-scribe",
    texts: { Instructions: "Write shorter." },
  },
  {
    what: "a plan from a template",
    path: "/templates",
    opener: "Start: Tea for a guest",
    title: "Tea for a guest",
    texts: { guest: "Kim" },
  },
  {
    what: "a schedule",
    path: "/templates",
    opener: "Schedule: Tea for a guest",
    title: "Schedule Tea for a guest",
    texts: { When: "0 9 * * SUN", guest: "Lee" },
  },
  {
    what: "a new template",
    path: "/plans/begun-invite/versions",
    opener: "Save as a template",
    title: "Save as a template",
    texts: { Title: "An invitation" },
    boxes: [/text = Dear Kim/],
  },
  {
    what: "a key",
    path: "/system",
    opener: "New key",
    title: "New key",
    texts: { Name: "minji", Groups: "release" },
    boxes: [/^approver/],
  },
  {
    what: "a webhook",
    path: "/webhooks",
    opener: "New webhook",
    title: "New webhook",
    texts: { "What it is for": "Tells the desk" },
  },
];

const put = (path: string, body: object) =>
  screen().api.request("PUT", path, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const fieldOf = (form: Locator, name: string): Locator =>
  form.getByRole("textbox", { name: new RegExp(`^${name}( \\(optional\\))?$`) });
const drafts = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "JSON.stringify(Object.entries(sessionStorage).filter(([name]) => name.includes('draft')))",
  );

/** An agent and a template, which the forms are about. */
async function keepSubjects(): Promise<void> {
  const { api } = screen();
  await put("/v1/agents/begun-scribe", { instructions: "First." });
  const listed = async () => JSON.stringify(await api.get("/v1/agents"));
  await expect.poll(listed).toContain('"begun-scribe"');
  await put("/v1/templates/begun-tea", {
    title: "Tea for a guest",
    parameters: [{ name: "guest" }],
    plan: { title: "Tea", todos: [{ title: "Pour for {{param.guest}}", kind: "manual" }] },
  });
}

test("what is begun in a form is there after its page was left, until it is given up", async () => {
  await keepSubjects();
  const { api, serve, open: openPage } = screen();
  const { id } = await api.create({
    id: "begun-invite",
    title: "Invitation",
    todos: [{ title: "Write it", tool_name: "echo", tool_params: { text: "Dear Kim" } }],
  });
  await api.untilEnded(id);
  const { url } = await serve();
  const page = await openPage(url);
  for (const { what, path, opener, title, texts, boxes = [] } of FORMS) {
    const form = page.getByRole("dialog", { name: title, exact: true });
    const open = async (): Promise<void> => {
      await page.goto(`${url}${path}`);
      await button(page, opener).click();
    };
    const shown = async (): Promise<unknown[]> => [
      ...(await Promise.all(Object.keys(texts).map((name) => fieldOf(form, name).inputValue()))),
      ...(await Promise.all(
        boxes.map((name) => form.getByRole("checkbox", { name }).first().isChecked()),
      )),
    ];
    await open();
    await fieldOf(form, Object.keys(texts)[0]!).waitFor();
    const before = await shown();
    for (const [name, text] of Object.entries(texts)) await fieldOf(form, name).fill(text);
    for (const name of boxes) await form.getByRole("checkbox", { name }).first().check();
    const written = await shown();
    expect(written, what).not.toEqual(before);

    await open();
    await fieldOf(form, Object.keys(texts)[0]!).waitFor();
    expect(await shown(), what).toEqual(written);
    // It can still be lost by no slip, and is given up by the button alone.
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "detached" });
    expect(await drafts(page), what).toBe("[]");
    await button(page, opener).click();
    await fieldOf(form, Object.keys(texts)[0]!).waitFor();
    expect(await shown(), what).toEqual(before);
  }
});

test("what was sent is begun no more, and an agent is still saved on the version that was looked at", async () => {
  await keepSubjects();
  const { url } = await screen().serve();
  const page = await screen().open(`${url}/agents`);
  const form = page.getByRole("dialog", { name: "Edit begun-scribe" });
  const instructions = form.getByLabel("Instructions");
  await button(page, "Edit begun-scribe").click();
  await instructions.fill("Mine.");
  await put("/v1/agents/begun-scribe", { instructions: "Theirs." });
  await page.reload();
  await button(page, "Edit begun-scribe").click();
  await expect.poll(() => instructions.inputValue()).toBe("Mine.");
  await form.getByRole("button", { name: "Save agent" }).click();
  await form.getByRole("button", { name: "Save mine over it" }).click();
  await form.waitFor({ state: "detached" });
  expect(await drafts(page)).toBe("[]");

  // Among templates to start from, the one that was begun is chosen.
  await page.goto(`${url}/plans/new?as=template`);
  await page.getByRole("radio", { name: "Tea for a guest" }).check();
  await page.getByRole("textbox", { name: "guest", exact: true }).fill("Kim");
  await page.reload();
  await expect
    .poll(() => page.getByRole("textbox", { name: "guest", exact: true }).inputValue())
    .toBe("Kim");
  await button(page, "Start plan").click();
  await page.getByRole("heading", { name: "Tea", exact: true }).waitFor();
  expect(await drafts(page)).toBe("[]");
});

test("what may be secret is in its field alone: a value for a tool that takes secrets, and a webhook's address", async () => {
  const address = `https://hooks.example/${PLANTED.given}`;
  await put("/v1/templates/begun-login", {
    title: "Log in",
    parameters: [{ name: "token" }],
    plan: {
      title: "Log in",
      todos: [
        { title: "In", tool_name: "login", tool_params: { user: "kim", token: "{{param.token}}" } },
      ],
    },
  });
  const { url } = await screen().serve();
  const page = await screen().open(`${url}/templates`);
  await button(page, "Start: Log in").click();
  await page.getByLabel("token").fill(PLANTED.parameter);
  expect(await drafts(page)).not.toContain(PLANTED.parameter);
  await page.goto(`${url}/webhooks`);
  await button(page, "New webhook").click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("What it is for").fill("Tells the desk");
  await form.getByLabel("Address").fill(address);
  expect(await drafts(page)).toContain("Tells the desk");
  expect(await drafts(page)).not.toContain(PLANTED.given);
});

test("what another build kept of a form in a shape of its own does not break the form, which begins anew", async () => {
  await keepSubjects();
  const { url } = await screen().serve();
  const page = await screen().open(url);
  const other = {
    base: 1,
    texts: { instructions: 5, tools: [{ name: "echo" }] },
    roles: 3,
    id: {},
  };
  const kept = JSON.stringify({ begun: { guest: 1 }, written: { ...other, guest: ["Kim"] } });
  const names = ["key.new", "webhook.new", "agent.new", "agent.edit.begun-scribe"];
  for (const name of [
    ...names,
    ...["template.start", "schedule.when", "schedule.values"].map((what) => `${what}.begun-tea`),
  ]) {
    await page.evaluate(
      `sessionStorage.setItem(${JSON.stringify(`holdpoint.draft.${name}`)}, ${JSON.stringify(kept)})`,
    );
  }
  for (const { what, path, opener, title, texts } of FORMS) {
    if (path.startsWith("/plans/")) continue;
    await page.goto(`${url}${path}`);
    await button(page, opener).click();
    const form = page.getByRole("dialog", { name: title, exact: true });
    for (const [name, text] of Object.entries(texts)) {
      await fieldOf(form, name).fill(text);
      expect(await fieldOf(form, name).inputValue(), what).toBe(text);
    }
  }
});

test("what was begun about an agent or a template that somebody deleted goes with it, which is told", async () => {
  await keepSubjects();
  const { url } = await screen().serve();
  const page = await screen().open(`${url}/agents`);
  await button(page, "Edit begun-scribe").click();
  await page.getByRole("dialog").getByLabel("Instructions").fill("Mine.");
  await page.goto(`${url}/templates`);
  await button(page, "Schedule: Tea for a guest").click();
  await fieldOf(page.getByRole("dialog"), "guest").fill("Lee");
  for (const [path, name] of [
    ["/agents", "begun-scribe"],
    ["/templates", "begun-tea"],
  ] as const) {
    await screen().api.request("DELETE", `/v1${path}/${name}`, {});
    const listed = async () => JSON.stringify(await screen().api.get(`/v1${path}`));
    await expect.poll(listed).not.toContain(`"${name}"`);
    await page.goto(`${url}${path}`);
    await page.getByRole("status").getByText(`“${name}” was deleted`).waitFor();
  }
  expect(await drafts(page)).toBe("[]");
});
