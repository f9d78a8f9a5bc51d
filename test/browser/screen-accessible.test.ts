import { expect, test } from "vitest";
import { button, settled } from "./boards-plan.ts";
import { brokenRules, changeLook } from "./broken-rules.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

const screen = useScreen();
const mailing = {
  title: "3분기 경쟁사 리뷰 분석",
  todos: [
    {
      id: "collect",
      title: "리뷰 수집",
      tool_name: "echo",
      tool_params: { text: "리뷰 142건을 모았습니다." },
    },
    {
      id: "send",
      title: "설문 메일 발송",
      tool_name: "echo",
      tool_params: {
        text: "고객님, 안녕하세요.\n지난 분기에 보내 주신 의견 덕분에\n아침차 정기구독이 달라졌습니다.\n\n설문에 답해 주시면 첫 상자를 보내 드립니다.",
        times: 1,
      },
      requires_approval: true,
      approval: { message: "고객 142명에게 설문 메일이 나갑니다.", timeout_seconds: 7_200 },
      depends_on: ["collect"],
    },
    { id: "report", title: "보고서 작성", depends_on: ["send"] },
    {
      id: "period",
      title: "기간 정하기",
      input_request: {
        question: "어느 기간을 쓸까요?",
        input_type: "choice" as const,
        options: ["3분기", "상반기", "지난 12개월"],
      },
    },
    { id: "market", title: "시장 조사", assignee: "minji", due_in: "3d" },
    {
      id: "broken",
      title: "환율 읽기",
      tool_name: "refuse",
      tool_params: { sentence: "서버가 응답하지 않습니다." },
      failure: {
        critical_error: { action: "FAIL" as const },
        api_error: { action: "FAIL" as const },
      },
    },
  ],
};

/** What is written in Korean, in each theme; every page and state in English is screen-accessible-states. */
const LOOKS: readonly Viewer[] = [
  { language: "ko", theme: "dark" },
  { language: "ko", theme: "light", width: 320, height: 640 },
];
const OPENED: Viewer = { language: "ko", theme: "light" };

test("no page of a plan in Korean breaks a rule of accessibility, in either theme, and none is wider than 320 px", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen-looks", ...mailing });
  const holds = await api.untilHolds(id, 2);
  const send = holds.find(({ todo_id }) => todo_id === "send")!;
  const ask = holds.find(({ todo_id }) => todo_id === "period")!;
  const { id: reviewed } = await api.create({
    id: "screen-looks-review",
    plan_review: true,
    ...mailing,
  });
  const [review] = await api.untilHolds(reviewed);
  const pages = {
    inbox: "/inbox",
    hold: `/inbox/${send.id}`,
    alone: `/h/${send.id}`,
    question: `/inbox/${ask.id}`,
    review: `/inbox/${review!.id}`,
    work: `/inbox/work/${id}/market`,
    plans: "/plans",
    board: `/plans/${id}`,
    drawer: `/plans/${id}/todos/broken`,
    graph: `/plans/${id}/todos/report?view=graph`,
    kanban: `/plans/${id}?view=kanban`,
    timeline: `/plans/${id}?view=timeline`,
    "new-plan": "/plans/new?as=text",
    outline: "/plans/new",
    chat: `/plans/${id}/chat`,
    versions: `/plans/${id}/versions`,
    activity: `/plans/${id}/activity`,
    templates: "/templates",
    agents: "/agents",
    webhooks: "/webhooks",
    system: "/system",
    nowhere: "/plans/no-such-plan",
  };
  const broken: string[] = [];
  const page = await open(url, OPENED);
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(url + path);
    await settled(page);
    if (name === "kanban") await page.getByRole("row").first().waitFor();
    const raw = await page.evaluate<string[]>(
      `document.body.innerText.split("\\n").filter((line) => line.includes("\`"))`,
    );
    broken.push(...raw.map((line) => `${name}: what is code stands between backticks: ${line}`));
    if (name === "hold") await button(page, "거절").click();
    for (const look of LOOKS) {
      await changeLook(page, look);
      const where = `${name} · ${look.language} ${look.theme} ${look.width ?? 1280}`;
      broken.push(...(await brokenRules(page, where)));
    }
    const wide = await page.evaluate<string[]>(
      `[...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > 321 && getComputedStyle(one).position !== "absolute").slice(0, 3).map((one) => one.outerHTML.slice(0, 120))`,
    );
    broken.push(...wide.map((html) => `${name}: wider than 320 px: ${html}`));
    await changeLook(page, OPENED);
  }
  expect(broken).toEqual([]);
  for (const plan of [id, reviewed]) await api.post(`/v1/plans/${plan}/cancel`);
}, 300_000);
