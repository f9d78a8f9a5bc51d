import { test } from "vitest";
import { useScreen } from "./use-screen.ts";
const screen = useScreen();
test("look", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  await api.create({ id: "screen-look-1", title: "3분기 경쟁사 리뷰 분석", todos: [
    { id: "collect", title: "리뷰 수집", tool_name: "echo", tool_params: { text: "리뷰 142건을 모았습니다." } },
    { id: "send", title: "설문 메일 발송", tool_name: "echo", tool_params: { text: "고객님, 안녕하세요.\n지난 분기에 보내 주신 의견 덕분에\n아침차 정기구독이 달라졌습니다.\n\n설문에 답해 주시면 첫 상자를 보내 드립니다.\n\n감사합니다.", times: 2 }, requires_approval: true, approval: { message: "고객 142명에게 설문 메일이 나갑니다. 문구를 확인해 주세요.", timeout_seconds: 724 }, depends_on: ["collect"] },
    { id: "report", title: "보고서 작성", tool_name: "echo", tool_params: { text: "보고서" }, depends_on: ["send"] },
    { id: "print", title: "보고서 인쇄", depends_on: ["report"] },
    { id: "period", title: "기간 정하기", input_request: { question: "어느 기간을 쓸까요?", input_type: "choice", options: ["3분기", "상반기", "지난 12개월"] } },
    { id: "market", title: "시장 조사", assignee: "minji", due_in: "3d" },
  ] });
  await api.create({ id: "screen-look-2", title: "Migrate billing tables", plan_review: true, todos: [
    { id: "a", title: "Dry run", tool_name: "echo", tool_params: { text: "ok" } },
    { id: "b", title: "Copy rows", tool_name: "echo", tool_params: { text: "ok" }, depends_on: ["a"], requires_approval: true },
  ] });
  await api.create({ id: "screen-look-3", title: "Event venue", todos: [
    { id: "form", title: "Launch event", input_request: { question: "Where and when is the launch event?", input_type: "form", schema: { type: "object", required: ["place", "guests"], properties: { place: { type: "string", title: "Place" }, guests: { type: "integer", title: "Guests", minimum: 1, maximum: 500 }, online: { type: "boolean", title: "Also online?" }, tags: { type: "array", items: { type: "string" }, title: "Topics" } } } } },
  ] });
  await api.untilHolds("screen-look-1", 2); await api.untilHolds("screen-look-2"); await api.untilHolds("screen-look-3");
  const shots = [
    ["inbox", "/inbox", { language: "ko" }], ["hold", "/inbox/screen-look-1.h1", { language: "ko" }],
    ["hold-dark", "/inbox/screen-look-1.h1", { language: "ko", theme: "dark" }],
    ["hold-320", "/inbox/screen-look-1.h1", { language: "ko", width: 320, height: 640 }],
    ["inbox-320", "/inbox", { language: "en", width: 320, height: 640 }],
    ["hold2", "/inbox/screen-look-1.h2", { language: "ko" }], ["form", "/inbox/screen-look-3.h1", {}], ["review", "/inbox/screen-look-2.h1", {}],
    ["plans", "/plans", { language: "ko" }], ["board", "/plans/screen-look-1", { language: "ko" }],
    ["drawer", "/plans/screen-look-1/todos/report", { language: "ko" }], ["plans-320", "/plans", { width: 320, height: 640 }], ["board-320", "/plans/screen-look-1", { width: 320, height: 640 }],
    ["work", "/inbox/work/screen-look-1/market", { language: "ko" }],
  ] as const;
  const only = process.env["SHOTS"]?.split(",");
  for (const [name, path, viewer] of shots) {
    if (only !== undefined && !only.includes(name)) continue;
    const page = await open(url + path, viewer);
    await page.locator("h1").last().waitFor();
    await page.waitForLoadState("load");
    await new Promise((r) => setTimeout(r, 1500));
    await page.screenshot({ path: `/tmp/t/shots/${name}.png` });
    await page.close();
  }
}, 240_000);
