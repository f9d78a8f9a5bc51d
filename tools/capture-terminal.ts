import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "../src/client/index.ts";
import { openTerminal, type Size, type Terminal } from "./open-terminal.ts";
import { BIN, startHoldpoint } from "./start-holdpoint.ts";

/**
 * Writes what a person sees of `watch`, `inbox` and `chat` to docs/terminal, at two widths and in
 * both languages: `npx tsx tools/capture-terminal.ts`. Needs tmux; starts a Holdpoint of its own.
 */
const TARGET = fileURLToPath(new URL("../docs/terminal/", import.meta.url));

const SIZES: readonly Size[] = [
  { columns: 80, rows: 30 },
  { columns: 120, rows: 32 },
];

const PLANS = {
  ko: `
id: review-ko
title: 경쟁사 리뷰 분석 3분기
todos:
  - { id: collect, title: 리뷰 수집, tool_name: wait, tool_params: { seconds: 1 } }
  - { id: mood, title: 감성 분석, tool_name: wait, tool_params: { seconds: 900 }, timeout_seconds: 1000, depends_on: [collect] }
  - id: survey
    title: 설문 발송
    depends_on: [collect]
    tool_name: write_file
    tool_params: { path: survey.md, content: "안녕하세요, 고객님. 설문에 답해 주세요." }
    requires_approval: true
    approval: { message: 고객 142명에게 설문 메일을 보냅니다. }
  - id: period
    title: 기간 고르기
    input_request: { question: "어느 기간을 쓸까요?", input_type: choice, options: [7월, 7월부터 9월까지] }
  - { id: report, title: 보고서 작성, tool_name: wait, tool_params: { seconds: 1 }, depends_on: [mood, survey, period] }
`,
  en: `
id: billing-en
title: Migrate the billing tables
todos:
  - { id: dump, title: Dump the old tables, tool_name: wait, tool_params: { seconds: 1 } }
  - { id: check, title: Check every row, tool_name: wait, tool_params: { seconds: 900 }, timeout_seconds: 1000, depends_on: [dump] }
  - id: switch
    title: Switch the service over
    depends_on: [dump]
    tool_name: write_file
    tool_params: { path: switch.md, content: "read_from: billing_v2" }
    requires_approval: true
    approval: { message: Customers are charged from the new tables from then on. }
  - id: window
    title: Choose the window
    input_request: { question: "Which night may it run?", input_type: choice, options: [Saturday, Sunday] }
  - { id: drop, title: Drop the old tables, tool_name: wait, tool_params: { seconds: 1 }, depends_on: [check, switch, window] }
`,
} as const;
type Language = keyof typeof PLANS;
const PLAN_IDS: Readonly<Record<Language, string>> = { ko: "review-ko", en: "billing-en" };
/** What a chat tells last before it waits: what is typed sooner stands amid what it still tells. */
const LATEST: Readonly<Record<Language, RegExp>> = {
  ko: /▶ 감성 분석\n[\s\S]*>$/,
  en: /▶ Check every row\n[\s\S]*>$/,
};
const TYPED: Readonly<Record<Language, readonly string[]>> = {
  ko: ["/할일 승ㅇ", "/이유 report", "/할일 변경 collect 실패", "/todo update collect failed"],
  en: ["/todos aprove", "/why drop", "/todo update dump failed", "/checkpoint list"],
};

/** How many requests of the two plans wait for people. */
const WAITING = 4;

const folder = await mkdtemp(join(tmpdir(), "holdpoint-capture-"));
let terminal: Terminal | undefined;
let holdpoint: Awaited<ReturnType<typeof startHoldpoint>> | undefined;
try {
  holdpoint = await startHoldpoint(folder);
  const { url } = holdpoint;
  terminal = await openTerminal(folder, {});
  for (const language of ["ko", "en"] as const) {
    const file = join(folder, `${language}.yaml`);
    await writeFile(file, PLANS[language]);
    const words = [process.execPath, BIN, "plan", "new", file];
    await (await terminal.open(words, SIZES[0]!)).ended();
  }
  // Temporal's lists lag behind its plans.
  const { holds } = createClient(url);
  while ((await holds.list()).total < WAITING) await delay(100);
  await mkdir(TARGET, { recursive: true });
  for (const size of SIZES) {
    for (const language of ["ko", "en"] as const) {
      const plan = PLAN_IDS[language];
      const show = (
        command: string,
        until: RegExp,
        args: string[],
        typed: readonly string[] = [],
      ) => capture(terminal!, url, { language, size, command, args, until, typed });
      await show("inbox", /holdpoint show/, []);
      await show("watch", /holdpoint reject .*/s, [plan]);
      await show("chat", LATEST[language], [plan], TYPED[language]);
    }
  }
} finally {
  await terminal?.close();
  await holdpoint?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

interface Picture {
  readonly language: Language;
  readonly size: Size;
  readonly command: string;
  readonly args: readonly string[];
  /** What shows that the screen is complete. */
  readonly until: RegExp;
  readonly typed: readonly string[];
}

/** Runs a command on a terminal of this size and keeps what stands there once it fits. */
async function capture(
  on: Terminal,
  url: string,
  { language, size, command, args, until, typed }: Picture,
): Promise<void> {
  const words = [process.execPath, BIN, command, ...args, "--lang", language];
  const screen = await on.open(words, size);
  let shown = await screen.until(until);
  for (const line of typed) {
    await screen.type(line);
    // The line as it was typed, an answer, and the prompt again.
    const answered = `${line.replaceAll(/[?/]/g, "\\$&")}\n[\\s\\S]*>$`;
    shown = await screen.until(new RegExp(answered));
  }
  const tidy = shown.replaceAll(url, "http://127.0.0.1:7400");
  await writeFile(join(TARGET, `${command}-${language}-${size.columns}.txt`), `${tidy}\n`);
}
