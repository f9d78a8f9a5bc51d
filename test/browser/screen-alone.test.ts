import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const WIDER = `[...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > 321)
  .map((one) => one.outerHTML.slice(0, 120))`;

test("a link to one request shows it alone, on a screen and on a phone, and it is decided there", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-alone",
    title: "Letters",
    todos: ["one", "two"].map((todo) => ({
      id: todo,
      title: `Send letter ${todo}`,
      tool_name: "echo",
      tool_params: { text: todo },
      requires_approval: true,
    })),
  });
  const [first, second] = await api.untilHolds(id, 2);
  const page = await open(`${url}/h/${first!.id}`);
  await page.getByRole("heading", { name: "Send letter one" }).waitFor();
  expect(await page.getByText("Send letter two").count()).toBe(0);
  await button(page, "Approve").click();
  await page.getByText("local-operator approved this").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/h/${first!.id}`);

  const phone = await open(`${url}/h/${second!.id}`, { width: 320, height: 640, language: "ko" });
  await phone.getByRole("heading", { name: "Send letter two" }).waitFor();
  expect(await phone.getByText("Send letter one").count()).toBe(0);
  await button(phone, "승인").waitFor();
  expect(await phone.evaluate(WIDER)).toEqual([]);
  await button(phone, "승인").click();
  await phone.getByText(/local-operator.* 승인/).waitFor();
  expect((await api.untilEnded(id)).status).toBe("completed");

  // The address of the inbox is what it was.
  await page.goto(`${url}/inbox/${second!.id}`);
  await page.getByText("local-operator approved this").waitFor();
});
