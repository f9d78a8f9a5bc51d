import type { Page } from "playwright-core";
import type { startPictured } from "./pictured-plans.ts";
import type { AllWords } from "./speak.ts";

type Act = (page: Page, words: AllWords) => Promise<unknown>;

/** A page or a state of one, and what a person does there to see it. */
export interface ScreenPage {
  readonly name: string;
  readonly path: string;
  readonly act?: Act;
}

type Holds = Awaited<ReturnType<typeof startPictured>>;

/** Pages before there is anything. */
export const EMPTY_PAGES: readonly ScreenPage[] = [
  { name: "inbox-empty", path: "/inbox" },
  { name: "plans-empty", path: "/plans" },
  { name: "templates-empty", path: "/templates" },
  { name: "webhooks-empty", path: "/webhooks" },
];

const press =
  (name: (words: AllWords) => string): Act =>
  (page, words) =>
    page
      .getByRole("button", { name: name(words), exact: true })
      .first()
      .click();
const turnTo =
  (name: (words: AllWords) => string): Act =>
  (page, words) =>
    page.getByRole("tab", { name: name(words), exact: true }).click();
const inDialog =
  (act: Act): Act =>
  async (page, words) => {
    await act(page, words);
    await page.getByRole("dialog").waitFor();
  };

/** The checks take as long as their slowest. */
const untilChecked: Act = (page, words) =>
  page.getByRole("list", { name: words("checks") }).waitFor();

/** Every page of the screen, kind of request, tab and dialog, of the pictured plans. */
export function screenPages(holds: Holds, webhook: string): readonly ScreenPage[] {
  return [
    { name: "inbox", path: "/inbox" },
    ...requests(holds),
    { name: "work", path: "/inbox/work/survey/market" },
    { name: "notice", path: "/inbox/failed/backup" },
    { name: "plans", path: "/plans" },
    { name: "board", path: "/plans/survey" },
    ...drawers(),
    { name: "graph", path: "/plans/survey?view=graph" },
    { name: "kanban", path: "/plans/survey?view=kanban" },
    { name: "timeline", path: "/plans/survey?view=timeline" },
    { name: "ended", path: "/plans/tea" },
    { name: "chat", path: "/plans/notes/chat" },
    { name: "chat-ended", path: "/plans/tea/chat" },
    { name: "versions", path: "/plans/survey/versions" },
    { name: "activity", path: "/plans/survey/activity" },
    { name: "hold-alone", path: `/h/${holds.approval}` },
    { name: "versions-compared", path: "/plans/thanks/versions" },
    { name: "new-goal", path: "/plans/new" },
    { name: "new-outline", path: "/plans/new?as=outline" },
    { name: "new-template", path: "/plans/new?as=template" },
    {
      name: "new-text-problems",
      path: "/plans/new?as=text",
      act: (page) =>
        page
          .getByRole("textbox")
          .first()
          .fill(
            "title: Tea party\ntodos:\n  - id: bake\n    title: Bake\n    tool: echo\n  - id: eat\n    title: Eat\n    depends_on: [bread]\n",
          ),
    },
    { name: "templates", path: "/templates" },
    { name: "agents", path: "/agents" },
    {
      name: "agent-new",
      path: "/agents",
      act: inDialog(press((words) => words("agent_new"))),
    },
    {
      name: "key-new",
      path: "/system",
      act: inDialog(press((words) => words("key_new"))),
    },
    { name: "webhooks", path: "/webhooks" },
    {
      name: "webhook",
      path: `/webhooks/${webhook}`,
      act: (page) =>
        page
          .getByRole("button", { name: /^(Show all|모두 보기)/ })
          .first()
          .click(),
    },
    { name: "system", path: "/system", act: untilChecked },
    { name: "not-found", path: "/plans/no-such-plan" },
    { name: "no-page", path: "/system/nowhere" },
    ...dialogs(),
  ];
}

function requests(holds: Holds): readonly ScreenPage[] {
  const inbox = (hold: keyof Holds): string => `/inbox/${holds[hold]}`;
  return [
    { name: "hold-approval", path: inbox("approval") },
    { name: "hold-reject", path: inbox("approval"), act: press((words) => words("reject")) },
    { name: "hold-edit", path: inbox("approval"), act: press((words) => words("edit_arguments")) },
    { name: "hold-input", path: inbox("input") },
    { name: "hold-question", path: inbox("question") },
    { name: "hold-review", path: inbox("review") },
    { name: "hold-proposal", path: inbox("proposal") },
    { name: "hold-budget", path: inbox("budget") },
    { name: "hold-failure", path: inbox("failure") },
    { name: "hold-goal", path: inbox("goal") },
    { name: "hold-large", path: inbox("large") },
    { name: "hold-decided", path: inbox("decided") },
  ];
}

function drawers(): readonly ScreenPage[] {
  const rates = "/plans/rates/todos/fetch";
  return [
    {
      name: "drawer",
      path: "/plans/survey/todos/send",
      act: (page, words) =>
        page.getByRole("button", { name: words("edit_connect"), exact: true }).waitFor(),
    },
    { name: "drawer-failed", path: "/plans/backup/todos/store" },
    { name: "drawer-log", path: rates, act: turnTo((words) => words("log")) },
    { name: "drawer-attempts", path: rates, act: turnTo((words) => words("attempts")) },
    { name: "drawer-history", path: rates, act: turnTo((words) => words("drawer_history")) },
    { name: "drawer-data", path: rates, act: turnTo((words) => words("drawer_data")) },
    {
      name: "drawer-conversation",
      path: "/plans/notes/todos/draft",
      act: turnTo((words) => words("drawer_conversation")),
    },
  ];
}

function dialogs(): readonly ScreenPage[] {
  return [
    { name: "menu", path: "/plans", act: inDialog((page) => page.keyboard.press("Control+KeyK")) },
    {
      name: "shortcuts",
      path: "/plans",
      act: inDialog((page) => page.keyboard.press("Shift+Slash")),
    },
    { name: "settings", path: "/plans", act: inDialog(press((words) => words("settings"))) },
    {
      name: "together",
      path: "/inbox",
      act: inDialog(async (page, words) => {
        const list = page.getByRole("list", { name: words("inbox"), exact: true });
        for (const place of [0, 1]) await list.getByRole("checkbox").nth(place).check();
        await press((say) => say("together_decide"))(page, words);
        await page.getByRole("dialog").getByRole("region").first().waitFor();
      }),
    },
    {
      name: "merge",
      path: "/plans/thanks/todos/flowers",
      act: inDialog(async (page, words) => {
        await press((say) => say("edit"))(page, words);
        await page.getByLabel(words("title")).fill("Send flowers twice");
        await editElsewhere(page, "thanks", "flowers", { description: `Noted at ${Date.now()}` });
        await press((say) => say("edit_save"))(page, words);
      }),
    },
    {
      name: "rollback",
      path: "/plans/thanks/versions",
      act: inDialog(async (page, words) => {
        await press((say) => say("version_back_to", { version: 1 }))(page, words);
        await page.getByRole("dialog").getByRole("listitem").first().waitFor();
      }),
    },
    {
      name: "template-start",
      path: "/templates",
      act: inDialog((page, words) =>
        page
          .getByRole("button", { name: `${words("template_start")}: ` })
          .first()
          .click(),
      ),
    },
  ];
}

async function editElsewhere(
  page: Page,
  plan: string,
  todo: string,
  changes: object,
): Promise<void> {
  const ops = [{ edit_type: "modify_todo", target_id: todo, params: { changes } }];
  await page.evaluate(
    `fetch("/v1/plans/${plan}/edits", { method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(JSON.stringify({ ops }))} })`,
  );
}
