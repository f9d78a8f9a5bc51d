import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "../src/client/client.ts";
import { inTime } from "./in-time.ts";
import { openTerminal, type Terminal } from "./open-terminal.ts";
import { BIN, startHoldpoint } from "./start-holdpoint.ts";

/**
 * Runs the launch plan of `examples/launch-plan` as the person who owns it does, in Korean on a
 * terminal, and writes what was typed and seen to docs/launch-plan.ko.md:
 * `npx tsx tools/record-launch.ts`. Needs tmux; starts a Holdpoint of its own.
 */
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PLAN = "launch";
const SIZE = { columns: 100, rows: 40 };
const LONGEST_MS = 60_000;
/** The exit code of a watch that is left while a person is asked. */
const LEFT_WAITING = 2;
/** A plan that does not come to its end within so many answers has a fault. */
const MOST_STEPS = 120;

/** What is typed at a prompt, once it is there. */
type Typed = readonly [prompt: RegExp, words: string];
type Client = ReturnType<typeof createClient>;

const folder = await mkdtemp(join(tmpdir(), "holdpoint-launch-"));
const page: string[] = [];
let terminal: Terminal | undefined;
let holdpoint: Awaited<ReturnType<typeof startHoldpoint>> | undefined;
try {
  await cp(at("../examples/launch-plan/plan.yaml"), join(folder, "plan.yaml"));
  holdpoint = await startHoldpoint(folder);
  terminal = await openTerminal(folder, { HOLDPOINT_LANG: "ko" });
  await tellStory(terminal, createClient(holdpoint.url));
  await writeFile(at("../docs/launch-plan.ko.md"), `${page.join("\n\n")}\n`);
} finally {
  await terminal?.close();
  await holdpoint?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function tellStory(on: Terminal, client: Client): Promise<void> {
  const type = async (line: string, ...typed: readonly Typed[]): Promise<void> =>
    show(`$ holdpoint ${line}`, await run(on, line, typed));
  const hold = (todo: string): Promise<string> => holdOf(client, todo);

  say(
    "# 할 일 60개짜리 출시 계획을 터미널에서",
    "[plan.yaml](../examples/launch-plan/plan.yaml)은 차 정기구독 서비스를 여는 계획입니다. 사람이 하는 일 45개, 질문 5개, 파일을 쓰는 " +
      "일 5개, 이정표 5개로 되어 있습니다. 아래는 담당자가 이 계획을 터미널에서 처음부터 끝까지 실행한 기록으로, 입력한 것과 " +
      "화면에 나온 것 그대로입니다. `npx tsx tools/record-launch.ts`로 다시 만들 수 있습니다.",
    "## 확인하고 시작하기",
    "계획 파일에 잘못된 곳이 없는지 먼저 확인하고 시작합니다.",
  );
  await type("plan check plan.yaml");
  await type("plan new plan.yaml");
  say("사람을 기다리는 일은 모두 여기에 모입니다.");
  await type("inbox");

  say("## 질문에 답하기", "질문에 답하면 그 답이 할 일의 결과가 됩니다.");
  await type(`answer ${await hold("goal")}`, [/>$/, "첫 석 달에 정기구독자 1,000명"]);
  await type(`answer ${await hold("segment")}`, [/>$/, "1"]);
  await type(`todo show ${PLAN} '이번 출시의 목표 정하기'`);

  say(
    "## 사람이 하는 일",
    "제목만 있는 할 일은 사람이 합니다. 맡고, 끝내고, 할 수 없으면 이유를 남깁니다.",
  );
  await type(`todo claim ${PLAN} '시장 조사'`);
  await type(`todo done ${PLAN} '시장 조사' --note '다섯 명 중 둘은 아침에 차를 마심'`);
  await type(`todo cannot ${PLAN} rivals --reason '비교할 제품이 아직 없음'`);
  await type(`why ${PLAN} findings`);
  say(
    "할 수 없다고 한 일을 어떻게 할지는 사람이 정합니다. 고르기 전에 무엇이 시작되고 무엇이 멈추는지 보여 줍니다.",
  );
  const rivals = await hold("rivals");
  await type(`show ${rivals}`);
  await type(`reject ${rivals} --then go_on`, [/\[y\/N\]$/, "y"], [/이유.*\)$/, "자료 없이 진행"]);
  await typeAll(on, ["interviews", "survey", "findings"]);

  say("## 쓸 내용을 그대로 보고 승인하기");
  const brief = await hold("brief");
  await type(`show ${brief}`);
  await type(`approve ${brief}`);
  await untilDone(client, "brief");
  show("$ cat .holdpoint/workspaces/launch/출시-요약서.md", await readWritten("출시-요약서.md"));

  say("## 양식은 항목마다 묻기", "맞지 않는 값은 바로 알려 주고 그 항목만 다시 묻습니다.");
  await type(
    `answer ${await hold("event")}`,
    [/장소 .*:$/, "코엑스"],
    [/날짜 .*:$/, "2026-12-07"],
    [/초대 인원 .*:$/, "900"],
    [/900\n[\s\S]*초대 인원 .*:$/, "120"],
  );

  say("## 실행 중에 고치기", "실행 중인 계획도 고칠 수 있고, 고친 것은 되돌릴 수 있습니다.");
  await type(
    `todo add ${PLAN} '대표에게 미리 알리기' --id tell_ceo --after brief --assignee minji`,
  );
  await type(`todo set ${PLAN} '브랜드 이야기 다듬기' --priority 9 --due-in 2w`);
  await type(`todo move ${PLAN} tell_ceo --first`);
  await type(`undo ${PLAN}`);
  await type(`history ${PLAN}`);
  await type(`diff ${PLAN} 1 3`);
  say("되돌리기 전에 무엇이 바뀌는지 볼 수 있습니다.");
  await type(`rollback ${PLAN} --version 1 --dry-run`);
  await type(`rollback ${PLAN} --version 1`, [/\[y\/N\]$/, "y"]);

  say("## 거절하기", "보도자료를 쓰려면 구독료와 브랜드 이야기가 있어야 합니다.");
  await typeAll(on, ["blend", "costs", "story"]);
  await type(`answer ${await hold("price")} 19900`);
  const release = await hold("press_release");
  await type(`show ${release}`);
  say("거절하면 배포까지 멈춥니다. 터미널은 그것을 알려 주고 정말인지, 왜인지 묻습니다.");
  await type(
    `reject ${release}`,
    [/\[y\/N\]$/, "y"],
    [/이유.*\)$/, "가격을 아직 공개하지 않기로 함"],
  );
  await type(`why ${PLAN} press_send`);
  say("마음이 바뀌면 다시 실행합니다. 함께 멈췄던 할 일도 돌아옵니다.");
  await type(`todo rerun ${PLAN} press_release`);
  await type(`why ${PLAN} press_send`);

  say("## 지켜보기", "현황판은 바뀌는 대로 다시 그려집니다. `d`를 누르면 나갑니다.");
  await glance(on, `watch ${PLAN}`);

  say(
    "## 대화로 하기",
    "`chat`에서는 같은 일을 말하듯이 할 수 있습니다. 먼저 나오는 지나간 일은 여기서 줄였습니다.",
  );
  await talk(on, client);

  say("## 남은 일", "나머지 일을 하고, 묻는 것에 답하고, 쓸 내용을 승인합니다.");
  await finish(on, client);

  say("## 끝");
  await type(`plan show ${PLAN}`);
  show("$ cat .holdpoint/workspaces/launch/출시-보고서.md", await readWritten("출시-보고서.md"));
}

function say(...paragraphs: readonly string[]): void {
  page.push(...paragraphs);
}

function show(typed: string, seen: string): void {
  page.push(["```text", typed, seen, "```"].join("\n"));
}

/** Commands of one sort in one picture. */
async function typeAll(on: Terminal, todos: readonly string[]): Promise<void> {
  const seen: string[] = [];
  for (const todo of todos) {
    const line = `todo done ${PLAN} ${todo}`;
    seen.push(`$ holdpoint ${line}\n${await run(on, line, [])}`);
  }
  page.push(["```text", ...seen, "```"].join("\n"));
}

/** Types a command and answers what it asks; answers what stood on the screen. */
async function run(on: Terminal, line: string, typed: readonly Typed[]): Promise<string> {
  const screen = await on.open([process.execPath, BIN, ...wordsOf(line)], SIZE);
  for (const [prompt, words] of typed) {
    await screen.until(prompt);
    await screen.type(words);
  }
  return screen.ended();
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = ""]) => quoted ?? bare);
}

async function glance(on: Terminal, line: string): Promise<void> {
  const screen = await on.open([process.execPath, BIN, ...wordsOf(line)], SIZE);
  const seen = await screen.until(/holdpoint approve/);
  await screen.press("d");
  await screen.ended(LEFT_WAITING);
  show(`$ holdpoint ${line}`, seen);
}

async function talk(on: Terminal, client: Client): Promise<void> {
  await holdOf(client, "press_release");
  const line = `chat ${PLAN}`;
  const screen = await on.open([process.execPath, BIN, ...wordsOf(line)], SIZE);
  for (const words of ["오늘 뭐 해야 돼?", "/결정함", "/승인", "/완료 tasting", "/이유 stock"]) {
    await screen.until(/\] >$/);
    await screen.type(words);
    await screen.until(new RegExp(`> ${words.replaceAll(/[?/]/g, "\\$&")}\n[\\s\\S]*\\] >$`));
  }
  await screen.type("/나가기");
  show(`$ holdpoint ${line}`, withoutPast(await screen.ended()));
}

/** Without most of what a conversation first tells: what has happened since the plan began. */
function withoutPast(seen: string): string {
  const [head = "", ...rest] = seen.split("\n\n");
  const lines = head.split("\n");
  const first = lines.findIndex((line) => /^\d\d:/.test(line));
  const kept = [...lines.slice(0, first + 2), "…", ...lines.slice(-2)];
  return [kept.join("\n"), ...rest].join("\n\n");
}

/** Does, answers and approves what is open, until the plan has ended. */
async function finish(on: Terminal, client: Client): Promise<void> {
  const seen: string[] = [];
  const type = async (line: string): Promise<void> =>
    void seen.push(`$ holdpoint ${line}\n${await run(on, line, [])}`);
  let isOver = false;
  for (let step = 0; step < MOST_STEPS && !isOver; step += 1) {
    const board = await boardWith(
      client,
      "something to do",
      ({ plan, holds, todos }) =>
        plan.completed_at !== null || holds.length > 0 || todos.some(isToDo),
    );
    isOver = board.plan.completed_at !== null;
    const [hold] = board.holds;
    const work = board.todos.find(isToDo);
    if (hold !== undefined) {
      await type(hold.kind === "input" ? `answer ${hold.id} 연다` : `approve ${hold.id}`);
      await boardWith(client, `${hold.id} to close`, ({ holds }) =>
        holds.every(({ id }) => id !== hold.id),
      );
    } else if (work !== undefined) {
      await type(`todo done ${PLAN} ${work.id}`);
      await untilDone(client, work.id);
    }
  }
  if (!isOver) throw new Error("The plan does not end.");
  page.push(["```text", ...seen, "```"].join("\n"));
}

type Board = Awaited<ReturnType<Client["plans"]["board"]>>;

function isToDo({ kind, status }: Board["todos"][number]): boolean {
  return kind === "manual" && status === "pending";
}

/** The board, once it is so. */
async function boardWith(
  client: Client,
  what: string,
  isSo: (board: Board) => boolean,
): Promise<Board> {
  let last = "";
  const look = async (): Promise<Board> => {
    for await (const board of client.plans.watch(PLAN, { as: "boards" })) {
      last = board.todos.map(({ id, status }) => `${id} ${status}`).join(", ");
      if (isSo(board)) return board;
    }
    throw new Error(`The plan ended before there was ${what}.`);
  };
  return inTime(look(), LONGEST_MS, () => `There was to be ${what}: ${last}`);
}

/** The id of the todo's open hold, once there is one. */
async function holdOf(client: Client, todoId: string): Promise<string> {
  const of = ({ holds }: Board) => holds.find(({ todo_id }) => todo_id === todoId);
  const board = await boardWith(client, `a hold of ${todoId}`, (now) => of(now) !== undefined);
  return of(board)!.id;
}

async function untilDone(client: Client, todoId: string): Promise<void> {
  await boardWith(client, `an end of ${todoId}`, ({ todos }) =>
    todos.some(({ id, status }) => id === todoId && status === "completed"),
  );
}

/** A file that a todo wrote. */
async function readWritten(name: string): Promise<string> {
  const file = join(folder, ".holdpoint", "workspaces", PLAN, name);
  return (await readFile(file, "utf8")).trimEnd();
}
