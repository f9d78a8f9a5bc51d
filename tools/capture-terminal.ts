import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * Writes what a person sees of `watch`, `inbox` and `chat` to docs/terminal, at two widths and in
 * both languages: `npx tsx tools/capture-terminal.ts`. Needs tmux; starts a Holdpoint of its own.
 */
const BIN = fileURLToPath(new URL("../bin/holdpoint.mjs", import.meta.url));
const TARGET = fileURLToPath(new URL("../docs/terminal/", import.meta.url));
const run = promisify(execFile);
const LONGEST_MS = 120_000;

const SIZES = [
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
const TYPED: Readonly<Record<Language, readonly string[]>> = {
  ko: ["/할일 승ㅇ", "/이유 report", "/할일 변경 collect 실패", "/todo update collect failed"],
  en: ["/todos aprove", "/why drop", "/todo update dump failed", "/checkpoint list"],
};

const folder = await mkdtemp(join(tmpdir(), "holdpoint-capture-"));
const socket = join(folder, "tmux.sock");
let holdpoint: ChildProcess | undefined;
try {
  const config = "export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 } };\n";
  await writeFile(join(folder, "holdpoint.config.mjs"), config);
  holdpoint = spawn(process.execPath, [BIN, "start"], {
    cwd: folder,
    stdio: ["ignore", "pipe", 2],
  });
  const url = await urlOf(holdpoint);
  for (const language of ["ko", "en"] as const) {
    const file = join(folder, `${language}.yaml`);
    await writeFile(file, PLANS[language]);
    await run(process.execPath, [BIN, "plan", "new", file, "--url", url], { cwd: folder });
  }
  await mkdir(TARGET, { recursive: true });
  for (const size of SIZES) {
    for (const language of ["ko", "en"] as const) {
      const plan = PLAN_IDS[language];
      await capture("inbox", [], language, url, size, /holdpoint show/);
      await capture("watch", [plan], language, url, size, /holdpoint reject .*/s);
      await capture("chat", [plan], language, url, size, /\n>\s*$/, TYPED[language]);
    }
  }
} finally {
  await run("tmux", ["-S", socket, "kill-server"]).catch(() => undefined);
  if (holdpoint !== undefined && holdpoint.exitCode === null) {
    const ended = new Promise((resolve) => holdpoint?.once("exit", resolve));
    holdpoint.kill("SIGINT");
    await ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** The address that a start tells. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    const [, url] = /The API is at (http:\S+)\.\n/.exec(text) ?? [];
    if (url !== undefined) {
      stdout?.resume();
      return url;
    }
  }
  throw new Error(`Holdpoint did not start:\n${text}`);
}

/** Runs a command on a terminal of this size and keeps what stands there once it fits. */
async function capture(
  command: string,
  args: readonly string[],
  language: Language,
  url: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  until: RegExp,
  typed: readonly string[] = [],
): Promise<void> {
  const name = `${command}-${language}-${columns}`;
  const line = [process.execPath, BIN, command, ...args, "--url", url, "--lang", language];
  const shell = `${line.map((word) => `'${word}'`).join(" ")}; sleep 60`;
  const tmux = (...words: string[]) => run("tmux", ["-S", socket, ...words]);
  const size = ["-x", String(columns), "-y", String(rows)];
  await tmux("-u", "-f", "/dev/null", "new-session", "-d", "-s", name, ...size, shell);
  const screen = async (): Promise<string> => (await tmux("capture-pane", "-p", "-t", name)).stdout;
  let shown = await seen(screen, until);
  for (const words of typed) {
    const before = shown;
    await tmux("send-keys", "-t", name, "-l", words);
    await tmux("send-keys", "-t", name, "Enter");
    shown = await seen(async () => {
      const now = await screen();
      return now === before ? "" : now;
    }, /\n>\s*$/);
  }
  const tidy = shown.replaceAll(url, "http://127.0.0.1:7400").trimEnd();
  await writeFile(join(TARGET, `${name}.txt`), `${tidy}\n`);
}

/** What stands on a screen, once it fits and has stood still for a moment. */
async function seen(screen: () => Promise<string>, until: RegExp): Promise<string> {
  const over = Date.now() + LONGEST_MS;
  let before = "";
  for (;;) {
    const now = await screen();
    if (until.test(now) && now === before) return now;
    before = now;
    if (Date.now() > over) throw new Error(`The screen does not show ${String(until)}:\n${now}`);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}
