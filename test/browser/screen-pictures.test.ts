import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { useScreen, type Viewer } from "./use-screen.ts";

/*
 * The pictures of the documents. `PICTURES=docs npm run test:browser -- screen-pictures` takes them anew;
 * otherwise they are taken to see that they can be, and thrown away.
 */
const screen = useScreen();
const IMAGES = fileURLToPath(new URL("../../docs/images", import.meta.url));
const MOST_BYTES = 60_000;

async function folder(): Promise<string> {
  if (process.env["PICTURES"] === "docs") {
    await mkdir(IMAGES, { recursive: true });
    return IMAGES;
  }
  const made = await mkdtemp(join(tmpdir(), "holdpoint-pictures-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const letter = (text: string) => ({ tool_name: "echo", tool_params: { text } });

test("every picture of the documents is taken from real plans", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const into = await folder();
  const { id } = await api.create({
    id: "survey",
    title: "Customer survey",
    todos: [
      { id: "collect", title: "Collect the reviews", ...letter("142 reviews") },
      {
        id: "send",
        title: "Send the survey",
        ...letter(
          "Dear customers,\n\nyour reviews have changed our subscription.\nTell us what to change next, and the first\nbox is on us.\n\nThank you!",
        ),
        requires_approval: true,
        approval: { message: "Goes to 142 people. Please check the text.", timeout_seconds: 7_200 },
        depends_on: ["collect"],
      },
      { id: "report", title: "Write the report", ...letter("Report"), depends_on: ["send"] },
      { id: "print", title: "Print the report", depends_on: ["report"] },
      {
        id: "period",
        title: "Choose the period",
        input_request: {
          question: "Which period should the report cover?",
          input_type: "choice",
          options: ["Third quarter", "First half", "Last 12 months"],
        },
      },
      { id: "market", title: "Compare prices", assignee: "minji", due_in: "3d" },
    ],
  });
  await api.create({
    id: "move",
    title: "Move the billing tables",
    plan_review: true,
    todos: [{ id: "try", title: "Dry run", ...letter("ok") }],
  });
  await api.untilHolds(id, 2);
  await api.untilHolds("move");
  const send = (await api.holds(id)).find(({ todo_id }) => todo_id === "send")!;
  const pictures: readonly [name: string, path: string, viewer: Viewer][] = [
    ["inbox", `/inbox/${send.id}`, { width: 1120, height: 680 }],
    ["plan", `/plans/${id}/todos/report`, { width: 1120, height: 560, theme: "dark" }],
    ["phone", `/inbox/${send.id}`, { width: 360, height: 640 }],
  ];
  for (const [name, path, viewer] of pictures) {
    const page = await open(url + path, viewer);
    await page.getByRole("article").waitFor();
    await expect
      .poll(() => page.getByRole("status", { name: /^(Loading|불러오는)/ }).count())
      .toBe(0);
    await page
      .getByRole("heading", { name: /survey|report/ })
      .last()
      .waitFor();
    await page.screenshot({ path: join(into, `${name}.jpg`), type: "jpeg", quality: 62 });
    expect((await stat(join(into, `${name}.jpg`))).size).toBeLessThan(MOST_BYTES);
  }
});
