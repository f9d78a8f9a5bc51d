import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Language } from "../../src/contract/sentences/catalog.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const gated = (id: string) => ({ tool_name: "gate", tool_params: { name: id } });

async function talkTo(plan: NewPlanInput, holds: number, language: Language = "en") {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(plan);
  await api.untilHolds(id, holds);
  const page = await open(`${url}/plans/${id}/chat`, { language });
  const log = page.getByRole("log");
  const own = page.getByLabel(language === "ko" ? "할 말" : "Your words");
  await own.waitFor();
  return { api, url, id, page, log, own, open };
}

const asks = (id: string, question: string) => ({
  id,
  title: `Ask ${id}`,
  input_request: { question, input_type: "text" as const },
});

test("words answer the only question, and the answer stands beside it", async () => {
  const { api, id, log, own, page } = await talkTo(
    {
      id: "talk-one",
      title: "Tea",
      todos: [
        asks("year", "Which year?"),
        { id: "write", title: "Write", ...gated("talk-one"), depends_on: ["year"] },
      ],
    },
    1,
  );
  await page.getByText("Answers “Which year?”").waitFor();
  const card = log.getByRole("region", { name: "Which year?" });
  await card.getByRole("link", { name: "Ask year" }).waitFor();
  expect(await card.innerText()).toContain("year");
  await own.fill("2025");
  await own.press("Enter");
  await log.getByText("Answered “Which year?”.").waitFor();
  await card.waitFor({ state: "detached" });
  await log.getByRole("link", { name: "Which year?" }).waitFor();
  await log.getByText("local-operator").waitFor();
  const { todos } = await api.plan(id);
  expect(todos.find((todo) => todo.id === "year")?.result_data).toBe("2025");
  await page.getByText("A change in words.").waitFor();
  api.tools.open("talk-one");
});

test("a long answer arrives whole, and one that is too long is said to be and stays where it was written", async () => {
  const { api, id, log, own, page } = await talkTo(
    { id: "talk-long", title: "Letter", todos: [asks("letter", "What does the letter say?")] },
    1,
  );
  await page.getByText("Answers “What does the letter say?”").waitFor();
  await own.fill("x".repeat(LIMITS.answer + 1));
  await page.getByText("This has 20001 characters; at most 20000 can be sent.").waitFor();
  await own.press("Enter");
  expect((await own.inputValue()).length).toBe(LIMITS.answer + 1);
  const letter = "y".repeat(LIMITS.answer);
  await own.fill(letter);
  await own.press("Enter");
  await log.getByText("Answered “What does the letter say?”.").waitFor();
  expect((await api.plan(id)).todos[0]?.result_data).toBe(letter);
});

test("a conversation with a long past opens at what is asked now, and stays where somebody reads", async () => {
  const past = Array.from({ length: 12 }, (_, place) => asks(`q${place}`, `Question ${place}?`));
  const last = { ...asks("last", "And now?"), depends_on: ["work"] };
  const work = { id: "work", title: "Work", ...gated("talk-past"), depends_on: ["q0"] };
  const { api, serve, open } = screen();
  const { id } = await api.create({
    id: "talk-past",
    title: "Much said",
    todos: [...past, work, last],
  });
  for (const hold of await api.untilHolds(id, past.length)) {
    const answer = { decision: "answer", value: "yes" };
    await api.post(`/v1/holds/${hold.id}/decision`, answer);
  }
  api.tools.open("talk-past");
  await api.untilHolds(id, 1);
  const page = await open(`${(await serve()).url}/plans/${id}/chat`, { height: 600 });
  const log = page.getByRole("log");
  await log.getByRole("link", { name: "Question 0?" }).waitFor();
  const bottomOf = async () => {
    const box = await log.getByRole("form", { name: "Your answer: And now?" }).boundingBox();
    return box === null ? Infinity : box.y + box.height;
  };
  await expect.poll(bottomOf).toBeLessThan(page.viewportSize()!.height);
  await page.mouse.move(1_100, 400);
  await page.mouse.wheel(0, -5_000);
  await expect.poll(bottomOf).toBeGreaterThan(page.viewportSize()!.height);
});

test("with two questions open, words answer neither, and each card answers its own", async () => {
  const { api, id, log, own, page } = await talkTo(
    { id: "talk-two", title: "Two", todos: [asks("a", "First?"), asks("b", "Second?")] },
    2,
  );
  await page.getByText("2 questions are open: answer each on its card.").waitFor();
  for (const question of ["First?", "Second?"])
    await page.getByRole("form", { name: `Your answer: ${question}`, exact: true }).waitFor();
  await own.fill("blue");
  await own.press("Enter");
  await log.getByText(/your words answer none of them/).waitFor();
  expect(await api.holds(id)).toHaveLength(2);
  await log.getByRole("button", { name: /Second\?/ }).click();
  const second = log.getByRole("region", { name: "Second?" });
  const focused = `document.activeElement?.closest("section")?.getAttribute("aria-label")`;
  await expect.poll(() => page.evaluate(focused)).toBe("Second?");
  await page.keyboard.type("two");
  await second.getByRole("button", { name: "Send answer" }).click();
  await second.waitFor({ state: "detached" });
  const first = log.getByRole("region", { name: "First?" });
  await first.getByRole("textbox", { name: "Your answer" }).fill("one");
  await first.getByRole("button", { name: "Send answer" }).click();
  const ended = await api.untilEnded(id);
  expect(ended.todos.map(({ result_data }) => result_data)).toEqual(["one", "two"]);
  await page.getByText("The plan has ended").waitFor();
});

test("words never decide or stop anything: they are answered with what waits, and with what can be said", async () => {
  const { api, id, log, own, page } = await talkTo(
    {
      id: "talk-never",
      title: "배포",
      todos: [
        { id: "ship", title: "배포하기", requires_approval: true, ...gated("talk-never") },
        { id: "tell", title: "알리기", depends_on: ["ship"] },
      ],
    },
    1,
    "ko",
  );
  for (const word of ["승인", "approve", "네"]) {
    await own.fill(word);
    await own.press("Enter");
    await log.locator("p[lang]").getByText(word, { exact: true }).waitFor();
    await expect
      .poll(() => log.getByText("아래 요청에서 직접 결정하세요.").count())
      .toBeGreaterThan(0);
    await expect.poll(() => own.inputValue()).toBe("");
    await log.getByText(`“${word}”`).first().waitFor();
  }
  const told = "아래 요청에서 직접 결정하세요.";
  const before = await log.getByText(told).count();
  await own.fill("일시정지해줘");
  await own.press("Enter");
  await log.getByText("일시정지는 위의 ‘일시정지’ 버튼으로").waitFor();
  expect(await log.getByText(told).count()).toBe(before);
  expect(await log.getByText("holdpoint").count()).toBe(0);
  // The example is understood as it stands: what is added is called “교정”.
  await log.getByRole("button", { name: "알리기 다음에 교정을 추가해줘" }).last().waitFor();
  expect(await api.holds(id)).toMatchObject([{ kind: "approval", status: "open" }]);
  await log.getByRole("link", { name: "내용 보고 결정하기" }).click();
  await page.getByRole("heading", { name: "배포하기" }).waitFor();
  expect(page.url()).toContain("/inbox/talk-never.h1");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("S2's commands list the todos, or are answered with how the same is done here, and answer no question", async () => {
  const { api, id, log, own } = await talkTo(
    {
      id: "talk-commands",
      title: "시세 조회",
      todos: [asks("area", "어느 구?"), { id: "search", title: "검색", depends_on: ["area"] }],
    },
    1,
    "ko",
  );
  await own.fill("/todos");
  await own.press("Enter");
  await log.getByText("0%, 2개 중 0개 완료").waitFor();
  await log.getByRole("listitem").getByRole("link", { name: "검색" }).waitFor();
  for (const command of ["/todo add analysis_team", "/checkpoint list"]) {
    await own.fill(command);
    await own.press("Enter");
    const told = log.getByText(`터미널(holdpoint chat ${id})에서 씁니다`);
    await expect.poll(() => told.count()).toBe(command.startsWith("/todo") ? 1 : 2);
  }
  await log.getByRole("button", { name: "검색 다음에 교정을 추가해줘" }).last().waitFor();
  expect(await log.getByRole("link", { name: "버전" }).count()).toBe(2);
  expect(await api.holds(id)).toHaveLength(1);
  await own.fill("/강남구/역삼동");
  await own.press("Enter");
  await log.getByText("“어느 구?”에 답했습니다.").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a word that decides is no answer while something else waits beside the question", async () => {
  const { api, id, log, own } = await talkTo(
    {
      id: "talk-beside",
      title: "Beside",
      todos: [
        asks("year", "Go on?"),
        { id: "ship", title: "Ship", requires_approval: true, ...gated("talk-beside") },
      ],
    },
    2,
  );
  await own.fill("yes");
  await own.press("Enter");
  await log.getByText(/Words decide nothing: choose/).waitFor();
  expect(await api.holds(id)).toHaveLength(2);
  await own.fill("yes, with the new price");
  await own.press("Enter");
  await log.getByText("Answered “Go on?”.").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a wish is shown line by line with what it does, and only the chosen lines are applied", async () => {
  const { api, id, log, own, page } = await talkTo(
    {
      id: "talk-wish",
      title: "경쟁사 리뷰 분석",
      todos: [
        { id: "collect", title: "리뷰 수집", ...gated("talk-wish") },
        { id: "video", title: "영상 생성", depends_on: ["collect"] },
        { id: "report", title: "보고서 작성", depends_on: ["collect"] },
      ],
    },
    0,
    "ko",
  );
  await own.fill("리뷰 수집 다음에 경쟁사 분석도 추가해줘\n영상 생성은 빼줘");
  await own.press("Enter");
  const proposal = log.getByRole("region", { name: "제안된 변경" });
  await proposal.getByRole("checkbox").nth(1).waitFor();
  expect(await proposal.getByRole("checkbox").count()).toBe(2);
  const all = await proposal.innerText();
  expect(all).toContain("경쟁사 분석");
  expect(all).toMatch(/-\s*삭제\s*영상 생성/);
  expect((await api.plan(id)).version).toBe(1);
  await proposal.getByRole("checkbox").nth(1).uncheck();
  const some = button(page, "2개 중 1개 적용");
  await expect.poll(() => some.isEnabled()).toBe(true);
  expect(await proposal.innerText()).not.toMatch(/-\s*삭제\s*영상 생성/);
  await some.click();
  await log.getByText("버전 2로 적용했습니다.").waitFor();
  const edited = await api.plan(id);
  expect(edited.todos.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["경쟁사 분석", "영상 생성"]),
  );
  await button(page, "되돌리기").click();
  await expect.poll(async () => (await api.plan(id)).todos.length).toBe(3);
  await log.getByText(/변경을 되돌림\(버전 3\)/).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a name that two todos have is asked about, and a plan that moved on is proposed anew", async () => {
  const { api, id, log, own, page } = await talkTo(
    {
      id: "talk-moved",
      title: "Reviews",
      todos: [
        { id: "gate", title: "Collect", ...gated("talk-moved") },
        { id: "one", title: "Review", depends_on: ["gate"] },
        { id: "two", title: "Review", depends_on: ["gate"] },
      ],
    },
    0,
  );
  await own.fill("remove Review");
  await own.press("Enter");
  await log.getByText("Which “Review” do you mean?").waitFor();
  await log.getByRole("button", { name: /Review two/ }).click();
  const proposal = log.getByRole("region", { name: "Proposed change" }).last();
  await proposal.getByRole("button", { name: "Apply", exact: true }).waitFor();
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [{ edit_type: "change_priority", target_id: "two", params: { priority: 9 } }],
  });
  await proposal.getByRole("button", { name: "Apply", exact: true }).click();
  await log.getByText(/The plan has changed meanwhile/).waitFor();
  await proposal.getByRole("button", { name: "Apply", exact: true }).click();
  await log.getByText("Applied as version 3.").waitFor();
  const { todos } = await api.plan(id);
  expect(todos.map((todo) => todo.id)).toEqual(["gate", "one"]);
  await page.keyboard.press("Escape");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the Enter that ends a Hangul syllable sends nothing; the next one sends it once", async () => {
  const { api, id, log, own, page } = await talkTo(
    {
      id: "talk-hangul",
      title: "한글",
      todos: [asks("q", "어느 기간인가요?"), { id: "w", title: "쓰기", ...gated("talk-hangul") }],
    },
    1,
    "ko",
  );
  await own.focus();
  const keys = await page.context().newCDPSession(page);
  for (const text of ["ㅅ", "사", "상"]) {
    await keys.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
  }
  // What a browser tells of an Enter while a syllable is composed.
  await keys.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key: "Process",
    code: "Enter",
    windowsVirtualKeyCode: 229,
  });
  await page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", isComposing: true, bubbles: true, cancelable: true }))`,
  );
  expect(await api.holds(id)).toHaveLength(1);
  expect(await own.inputValue()).toBe("상");
  await keys.send("Input.insertText", { text: "상" });
  await keys.send("Input.insertText", { text: "반기" });
  await own.press("Enter");
  await log.getByText("“어느 기간인가요?”에 답했습니다.").waitFor();
  const { todos } = await api.plan(id);
  expect(todos.find((todo) => todo.id === "q")?.result_data).toBe("상반기");
  await expect.poll(() => log.getByText("상반기", { exact: true }).count()).toBe(2);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a new question tells of itself on every other page, and leads to its card", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`);
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const { id } = await api.create({
    id: "talk-toast",
    title: "Toast",
    todos: [asks("q", "How many?")],
  });
  const told = page.getByRole("status").filter({ hasText: "Question: How many?" });
  await told.getByRole("button", { name: "Answer" }).click();
  const card = page.getByRole("log").getByRole("region", { name: "How many?" });
  await card.getByRole("textbox", { name: "Your answer" }).fill("12");
  await card.getByRole("button", { name: "Send answer" }).click();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("a wish that was applied is not offered again, and its undo takes nothing back that others did since", async () => {
  const { api, id, log, own, page } = await talkTo(
    {
      id: "talk-applied",
      title: "Reviews",
      todos: [
        { id: "gate", title: "Collect", ...gated("talk-applied") },
        { id: "one", title: "Review", depends_on: ["gate"] },
      ],
    },
    0,
  );
  const apply = button(page, "Apply");
  const wish = async (): Promise<void> => {
    await own.fill("add Proofread after Review");
    await own.press("Enter");
    await apply.click();
  };
  const titles = async () => (await api.plan(id)).todos.map(({ title }) => title);
  await wish();
  await log.getByText("Applied as version 2.").waitFor();
  const reopen = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await log.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Chat" }).first().click();
    await log.waitFor();
  };
  await reopen();
  await log.getByText("Applied as version 2.").waitFor();
  expect(await apply.count()).toBe(0);
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [{ edit_type: "change_priority", target_id: "one", params: { priority: 9 } }],
  });
  await button(page, "Undo").click();
  await log.getByRole("alert").waitFor();
  const kept = await api.plan(id);
  expect(kept.version).toBe(3);
  expect(kept.todos.find((todo) => todo.id === "one")?.priority).toBe(9);
  expect(await titles()).toContain("Proofread");
  // The same words again are another wish, of the plan as it is now.
  await own.fill("add Polish after Review");
  await own.press("Enter");
  await apply.click();
  await log.getByText("Applied as version 4.").waitFor();
  await button(page, "Undo").last().click();
  await log.getByText("Applied, and taken back again.").waitFor();
  expect(await titles()).not.toContain("Polish");
  await reopen();
  await log.getByText("Applied, and taken back again.").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});
