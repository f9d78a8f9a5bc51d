import { expect, test } from "vitest";
import { button, settled } from "./boards-plan.ts";
import { HOSTILE, spoilApi, spoilModel } from "./hostile-plans.ts";
import { screenPages } from "./pages.ts";
import { PICTURED, startPictured, startPicturedWebhook } from "./pictured-plans.ts";
import { visitPages } from "./states.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({ ...PICTURED, model: spoilModel(PICTURED.model!) });
/** How it begins where it is shown as what it is. */
const AS_TEXT = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
/** Pages that show nothing that somebody wrote. */
const OURS = [
  "drawer-attempts",
  "new-goal",
  "new-outline",
  "new-template",
  "new-text-problems",
  "agents",
  "agent-new",
  "key-new",
  "system",
  "not-found",
  "no-page",
];

/** What a page made of hostile texts: whether something ran, what would, and whether they are seen. */
interface Made {
  readonly pwned: unknown;
  readonly links: readonly string[];
  readonly seen: boolean;
}
const MADE = `({
  pwned: window.pwned ?? null,
  links: [...document.querySelectorAll("a, area, form, iframe, [src]")]
    .filter((one) => one.closest(".react-flow__attribution") === null)
    .flatMap((one) => [one.getAttribute("href"), one.getAttribute("action"), one.getAttribute("src")])
    .filter((address) => address !== null && !/^(\\/|#|http:\\/\\/(127\\.0\\.0\\.1|localhost)[:/])/.test(address)),
  seen: document.body.innerText.includes(${JSON.stringify(AS_TEXT)}),
})`;

test("what people, tools and models write is text on every page: nothing of it runs or leads anywhere", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const holds = await startPictured(spoilApi(api));
  const pages = screenPages(holds, await startPicturedWebhook(spoilApi(api)));
  const page = await open(url);
  const made: Record<string, Made> = {};
  await visitPages(page, url, "en", pages, async (shown, name) => {
    made[name] = await shown.evaluate<Made>(MADE);
  });
  const ran = Object.entries(made).filter(([, { pwned }]) => pwned !== null);
  expect(ran.map(([name]) => name)).toEqual([]);
  const led = Object.entries(made).flatMap(([name, { links }]) => links.map((to) => [name, to]));
  expect(led).toEqual([]);
  const unseen = Object.keys(made).filter((name) => !made[name]!.seen);
  expect(unseen.filter((name) => !OURS.includes(name))).toEqual([]);
  api.tools.openAll();
}, 300_000);

test("a file's hostile name becomes a plain one where it is chosen, and where it was answered", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-hostile-file",
    title: "File",
    todos: [
      { id: "ask", title: "Ask", input_request: { question: "Which?", input_type: "file" } },
      { id: "rest", title: "Rest", depends_on: ["ask"] },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const name = `${HOSTILE.replaceAll("/", "")}.txt`;
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from("1,2,3") });
  await page.getByText(/^_img src_x.*5 bytes, text\/plain/).waitFor();
  await button(page, "Send answer").click();
  await page.getByText("local-operator answered this").waitFor();
  await page.goto(`${url}/plans/${id}/todos/ask`);
  await settled(page);
  await page.getByRole("tab", { name: "Input and output" }).click();
  await page
    .getByRole("tabpanel")
    .getByText(/_img src_x[^\u202e<]*exe\.txt/)
    .first()
    .waitFor();
  expect(await page.evaluate("window.pwned ?? null")).toBe(null);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("signs that nobody sees are written out where a person decides by them, and stay as they are where they run", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const text = "pay\u{202e}txt.exe x\u{200b}y";
  const { id } = await api.create({
    id: "screen-unseen-signs",
    title: "Fi\u{200b}les",
    todos: [
      {
        id: "write",
        title: "a\u{202e}live\u{202c} b",
        tool_name: "echo",
        tool_params: { text },
        requires_approval: true,
        approval: { message: "To\u{200b}day 👩‍🚀" },
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByRole("heading", { name: "a\\u{202e}live\\u{202c} b" }).waitFor();
  await page.getByText("pay\\u{202e}txt.exe x\\u{200b}y").waitFor();
  const shown = await page.getByRole("article").innerText();
  expect(shown).toContain("To\\u{200b}day 👩‍🚀");
  expect(await page.locator("body").innerText()).not.toMatch(/[\u200b\u202c\u202e]/);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByLabel("text", { exact: true });
  expect(await field.inputValue()).toBe(text);
  await page.getByText("Contains invisible characters, written out here:").waitFor();
  await field.fill(`${text}!`);
  await page.getByText("pay\\u{202e}txt.exe x\\u{200b}y!").waitFor();
  await page.getByRole("button", { name: "Approve with these changes" }).click();
  await page.getByText("local-operator approved this").waitFor();
  const ended = await api.untilEnded(id);
  expect(ended.todos[0]!.result_data).toEqual({ text: `${text}!` });
  await page.goto(`${url}/plans/${id}`);
  await expect.poll(() => page.title()).toContain("Fi\\u{200b}les");
});
