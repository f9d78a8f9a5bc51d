import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Language } from "../../src/contract/sentences/catalog.ts";
import type { Json } from "../../src/contract/text.ts";
import { PIXEL_PNG } from "../support/pictures.ts";
import { anyTool } from "../support/plan-tools.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { button } from "./boards-plan.ts";
import { sideways } from "./phone-checks.ts";
import { speak } from "./speak.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

const HOSTILE = '<img src="https://evil.example/x.png" onerror="document.title=1">';
const RESULTS: Readonly<Record<string, Json>> = {
  rows: {
    columns: ["city", "people"],
    rows: Array.from({ length: 25 }, (_, at) => ({
      city: at === 1 ? HOSTILE : `City ${at}`,
      people: at * 1_000,
      note: at % 2 === 0 ? null : "A port with a long note on what can be seen there in summer",
    })),
  },
  csv: 'name,says\nkim,"yes, no"\nlee,maybe\n',
  report: [
    "# Third quarter",
    "Sales grew **by a tenth**, see `sales.csv`.",
    "Costs did not.",
    "",
    "- Tea: 12",
    "- Bread: 9",
    "",
    `[a link](https://evil.example) ![a picture](https://evil.example/y.png) ${HOSTILE}`,
  ].join("\n"),
  long: Array.from({ length: 60 }, (_, at) => `Line ${at} of a long letter.`).join("\n"),
  picture: { caption: "Two pixels", image: `data:image/png;base64,${PIXEL_PNG}` },
  broken: `data:image/png;base64,${Buffer.from(PIXEL_PNG, "base64").subarray(0, 40).toString("base64")}`,
  vector: `data:image/svg+xml;base64,${Buffer.from("<svg onload='document.title=1'/>").toString("base64")}`,
  large: Array.from({ length: 3_000 }, (_, at) => ({ at, text: `The text of row ${at}` })),
};
const screen = useScreen({
  tools: [anyTool("give", ({ name }) => RESULTS[String(name)])],
});

async function openPlan(id: string) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = Object.keys(RESULTS).map((name) => ({
    id: name,
    title: name,
    tool_name: "give",
    tool_params: { name },
  }));
  await api.create({ id, title: "What tools gave", todos });
  await api.untilEnded(id);
  return async (todo: string, viewer: Viewer & { language?: Language } = {}) => {
    const page = await open(`${url}/plans/${id}/todos/${todo}`, viewer);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const words = speak(viewer.language ?? "en");
    await page.getByRole("tab", { name: words("drawer_data") }).click();
    const result = page.getByRole("region", { name: words("result"), exact: true });
    return { page, result, asked };
  };
}

const titleOf = (page: Page): Promise<string> => page.title();

test("rows are a table that opens, and texts in it are nothing but texts", async () => {
  const see = await openPlan("screen-results-rows");
  const { page, result, asked } = await see("rows");
  const table = result.getByRole("table");
  await table.getByRole("columnheader", { name: "people" }).waitFor();
  expect(await table.getByRole("row").count()).toBe(21);
  expect(await table.getByRole("row").nth(2).innerText()).toContain(HOSTILE);
  await button(page, "Show all 25 rows").click();
  expect(await table.getByRole("row").count()).toBe(26);
  expect(await result.locator("img").count()).toBe(0);
  expect(asked.filter((one) => one.includes("evil"))).toEqual([]);
  expect(await titleOf(page)).not.toBe("1");
  await assertAccessible(page);
  await button(page, "Show as written").click();
  await result.getByText('"columns": [').waitFor();
  expect(await table.count()).toBe(0);
  await button(page, "Show readable").click();
  await table.waitFor();
});

test("CSV is a table, a report has its headings and lists, and a long text is folded", async () => {
  const see = await openPlan("screen-results-texts");
  const csv = await see("csv");
  await csv.result.getByRole("cell", { name: "yes, no" }).waitFor();
  const coming = csv.page.waitForEvent("download");
  await button(csv.page, "Download all of it").click();
  expect((await coming).suggestedFilename()).toBe("csv.csv");

  const report = await see("report");
  await report.result.getByText("by a tenth", { exact: true }).waitFor();
  const shown = await report.result.innerText();
  expect(shown).toContain("Third quarter\n");
  expect(shown).not.toContain("#");
  expect(shown).toContain("see sales.csv.\nCosts did not.");
  expect(shown).toContain("[a link](https://evil.example)");
  expect(shown).toContain(HOSTILE);
  expect(await report.result.locator("a, img").count()).toBe(0);
  expect(report.asked.filter((one) => one.includes("evil"))).toEqual([]);
  await assertAccessible(report.page);

  const long = await see("long");
  await long.result.getByText("Line 13 of a long letter.").waitFor();
  expect(await long.result.innerText()).not.toContain("Line 14");
  await button(long.page, "Show all 60 lines").click();
  await long.result.getByText("Line 59 of a long letter.").waitFor();
});

test("a picture is drawn from its own bytes, and what is none is told or stays text", async () => {
  const see = await openPlan("screen-results-pictures");
  const { page, result } = await see("picture");
  const drawn = result.getByRole("img", { name: "Picture" });
  await result.getByText("2 × 1 pixels").waitFor();
  const colours = `[...document.querySelector("canvas").getContext("2d").getImageData(0, 0, 2, 1).data].join()`;
  await expect.poll(() => page.evaluate(colours)).toBe("255,0,0,255,0,0,255,255");
  expect(await drawn.count()).toBe(1);
  await assertAccessible(page);
  const broken = await see("broken");
  await broken.result.getByText("This picture cannot be shown here.").waitFor();
  const vector = await see("vector");
  await vector.result.getByText("data:image/svg+xml;base64,").waitFor();
  expect(await vector.result.locator("canvas, img, svg:not([aria-hidden])").count()).toBe(0);
  expect(await titleOf(vector.page)).not.toBe("1");
});

test("a large result begins as text, and is a table once somebody wants all of it", async () => {
  const see = await openPlan("screen-results-large");
  const { page, result } = await see("large");
  await button(page, "Show it here").click();
  await result.getByRole("cell", { name: "The text of row 7", exact: true }).waitFor();
  await button(page, "Show all 3000 rows").click();
  await result.getByText("The first 1000 are shown. The download has them all.").waitFor();
  expect(await result.getByRole("row").count()).toBe(1_001);
});

test("a picture that a person sent is shown, and a file of text when it is wanted", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "screen-results-files";
  const input_request = { question: "Which file?", input_type: "file" as const };
  await api.create({
    id,
    title: "Files",
    todos: ["photo", "figures"].map((name) => ({ id: name, title: name, input_request })),
  });
  const send = async (todo: string, name: string, bytes: Buffer) => {
    const holds = await api.untilHolds(id, 1);
    const hold = holds.find(({ todo_id }) => todo_id === todo)!;
    const path = `/v1/plans/${id}/files?name=${encodeURIComponent(name)}`;
    const kept = await api.post(path, bytes, "application/octet-stream");
    const value = await kept.json();
    const answer = await api.post(`/v1/holds/${hold.id}/decision`, { decision: "answer", value });
    expect(answer.status).toBe(200);
  };
  await api.untilHolds(id, 2);
  await send("photo", "사진.png", Buffer.from(PIXEL_PNG, "base64"));
  await send("figures", "figures.csv", Buffer.from("tea, price\ngreen, 3\n"));
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}/todos/photo`, { language: "ko" });
  await page.getByRole("tab", { name: "입력과 결과" }).click();
  await page.getByRole("img", { name: "사진.png" }).waitFor();
  await page.getByText("2 × 1픽셀").waitFor();
  await page.goto(`${url}/plans/${id}/todos/figures`);
  await page.getByRole("tab", { name: "입력과 결과" }).click();
  await button(page, "여기서 보기").click();
  await page.getByRole("columnheader", { name: "price" }).waitFor();
});

test("on a phone a wide table scrolls by itself, and the page does not", async () => {
  const see = await openPlan("screen-results-phone");
  const phone = { width: 320, height: 700, touch: true, language: "ko" as const };
  for (const todo of ["rows", "report", "picture"]) {
    const { page, result } = await see(todo, phone);
    await result.getByRole("button", { name: "전체 내려받기" }).waitFor();
    expect(await sideways(page), todo).toEqual([]);
  }
});
