import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  buildApplication,
  run,
  type Command,
  type CommandContext,
  type StricliProcess,
} from "@stricli/core";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { KeyStore } from "../../src/api/auth/key-store.ts";
import { loadCommands, type CommandMap } from "../../src/cli/root.ts";
import { ASKS_NO_API } from "../../src/cli/session/typed-line.ts";
import { runHoldpoint, useCliStack } from "./support/cli-stack.ts";
import { commandsOf } from "./support/commands-of.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 180_000 };
/** A port at which nobody listens. */
const NOBODY = "http://127.0.0.1:9";

function takesAddress(commands: CommandMap, command: string): boolean {
  const found = command
    .split(" ")
    .reduce<object>((map, word) => (map as CommandMap).getRoutingTargetForInput(word)!, commands);
  return (found as Command<CommandContext>).usesFlag("url", "allow-kebab-for-camel");
}

describe("without an API", () => {
  test("says where it looked and what to do, in the person's language", LONG, async () => {
    const [en, ko, bad] = await Promise.all([
      runHoldpoint(["inbox"], NOBODY),
      runHoldpoint(["watch", "tea"], NOBODY, { env: { HOLDPOINT_LANG: "ko" } }),
      runHoldpoint(["inbox", "--url", `${NOBODY}/v1`], NOBODY),
    ]);
    expect([en.exit, en.err]).toEqual([
      1,
      `✖ No answer from ${NOBODY}. Start Holdpoint, or set another address with --url or HOLDPOINT_URL.\nNext: holdpoint start\n`,
    ]);
    expect([ko.exit, ko.err]).toEqual([
      1,
      expect.stringMatching(/응답이 없습니다.*\n다음: holdpoint start\n$/),
    ]);
    expect([bad.exit, bad.err]).toEqual([
      2,
      expect.stringMatching(/is not the address of an API: .* end before \/v1/),
    ]);
  });

  test("an answer that breaks off is told from none", LONG, async () => {
    const server = createServer((_, answer) => {
      answer.writeHead(200, { "holdpoint-instance": "here", "content-length": "900" });
      answer.write("{", () => answer.destroy());
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [en, ko] = await Promise.all([
      runHoldpoint(["todo", "result", "tea", "boil"], url),
      runHoldpoint(["inbox"], url, { env: { HOLDPOINT_LANG: "ko" } }),
    ]);
    expect([en.exit, en.err]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`^✖ The answer from ${url} broke off .*\nNext: holdpoint doctor\n$`),
      ),
    ]);
    expect(ko.err).toMatch(/응답이 중간에 끊겼습니다.*\n다음: holdpoint doctor\n$/);
  });

  test(
    "init says how a program may await, in a package that does not say what it is",
    LONG,
    async () => {
      const init = async (manifest: object): Promise<string> => {
        const cwd = createFolder();
        writeFileSync(join(cwd, "package.json"), JSON.stringify(manifest));
        const { exit, out, err } = await runHoldpoint(["init"], NOBODY, { cwd });
        expect(exit).toBe(0);
        return out + err;
      };
      expect(await init({})).toContain("npm pkg set type=module");
      expect(await init({ type: "module" })).not.toContain("npm pkg");
    },
  );
});

/** The list of all commands. */
async function listOf(commands: CommandMap): Promise<string> {
  let text = "";
  const write = (more: string): void => void (text += more);
  const here = { stdout: { write }, stderr: { write }, env: {} } as unknown as StricliProcess;
  const app = buildApplication(commands, {
    name: "holdpoint",
    documentation: { onlyRequiredInUsageLine: true, disableAnsiColor: true },
    scanner: { caseStyle: "allow-kebab-for-camel" },
  });
  await run(app, ["--help"], { process: here });
  return text;
}

describe("the command line", () => {
  test("lists commands that it has not loaded as they list themselves", async () => {
    const list = await listOf(await loadCommands([]));
    expect(list).toContain("holdpoint watch <plan>");
    expect(list).toBe(await listOf(await loadCommands()));
  });

  test.each([
    [["plan", "create"], "did you mean `plan new`?\nNext: holdpoint plan new --help\n"],
    [["plan", "pause", "tea"], "did you mean `pause`?\nNext: holdpoint pause --help\n"],
    [["skip", "tea", "milk"], "did you mean `todo skip`?\nNext: holdpoint todo skip --help\n"],
    [["log", "tea"], "did you mean `logs`?\nNext: holdpoint logs --help\n"],
    [["plan", "lst"], "did you mean `list`?\nNext: holdpoint plan list\n"],
    [["inbox", "--jsn"], "did you mean --json?\nNext: holdpoint inbox --help\n"],
    [["frobnicate"], "✖ There is no command `frobnicate`.\nNext: holdpoint --help\n"],
    [["--lang", "en", "inbox"], "✖ Flags go after the command, but --lang comes before it"],
    [["diff", "tea", "1", "b"], '"b" for <to> is not a version'],
    [
      ["plan", "list", "--status", "running,nope"],
      '"nope" is not a valid --status; choose one of not started, running',
    ],
    [
      ["todo", "add", "tea", "A", "--params", "{seconds:1}"],
      'What was typed is not JSON: line 1, column 2, at "seconds:1}".',
    ],
    [["approve"], "Next: holdpoint approve --help"],
    [["inbox", "--limit", "many"], '"many" is not a whole number'],
    [["show", "a", "b"], "Next: holdpoint show --help"],
  ])("%j is not understood, ends with 2 and says what to type", LONG, async (args, told) => {
    const { exit, out, err } = await runHoldpoint(args, NOBODY);
    expect([exit, out, err]).toEqual([2, "", expect.stringContaining(told)]);
  });

  test.each([
    [["plan", "show"], "plan show"],
    [["plan", "show", "cup", "--bogus"], "plan show"],
    [["extend"], "extend"],
    [["key", "add"], "key add"],
    [["diff", "tea"], "diff"],
    [["plan", "list", "--limit", "x", "--status", "foo"], "plan list"],
    [["inbox", "--limit", "many"], "inbox"],
    [["bogus"], ""],
  ])("%j with --json is told as one JSON object", LONG, async (args, command) => {
    const { exit, out, err } = await runHoldpoint([...args, "--json"], NOBODY);
    const next = `holdpoint ${command} --help`.replace("  ", " ");
    expect([exit, out]).toEqual([2, ""]);
    expect(JSON.parse(err)).toMatchObject({ error: { code: "usage", next } });
  });

  test("names the address again where it was named, and where it can be", LONG, async () => {
    const told = async (...args: string[]) => (await runHoldpoint(args, NOBODY)).err;
    expect(await told("cancel", "tea", "--url", stack().url)).toContain(
      `Next: holdpoint plan list --url ${stack().url}\n`,
    );
    expect(await told("plan", "show", `--url=${stack().url}`, "--", "nosuch")).toContain(
      `Next: holdpoint plan list --url ${stack().url}\n`,
    );
    expect(await told("todo", "cannot", "--url", NOBODY, "--", "tea", "--help")).toContain(
      `Next: holdpoint todo cannot --reason "…" --url ${NOBODY} -- tea --help\n`,
    );
    expect(await told("inbox", "--url", NOBODY)).toContain("Next: holdpoint start\n");
    const commands = await loadCommands();
    for (const command of commandsOf(commands)) {
      expect([command, takesAddress(commands, command)]).toEqual([
        command,
        !ASKS_NO_API.test(`holdpoint ${command}`),
      ]);
    }
  });

  test("says which version it is, and helps, by flags and by words", LONG, async () => {
    const typed = [["--version"], ["-v"], ["version"], ["--help"], ["help"], ["help", "plan"]];
    const ended = await Promise.all(typed.map((args) => runHoldpoint(args, NOBODY)));
    expect(ended.map(({ exit, err }) => [exit, err])).toEqual(typed.map(() => [0, ""]));
    const [version, short, word, help, helpWord, planHelp] = ended.map(({ out }) => out);
    expect(version).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    expect([short, word]).toEqual([version, version]);
    expect(help).toContain("holdpoint inbox");
    expect(helpWord).toBe(help);
    expect(planHelp).toContain("holdpoint plan new");
  });

  test("shows examples that can be typed as they stand", LONG, async () => {
    const [english, korean] = await Promise.all(
      ["en", "ko"].map((language) => runHoldpoint(["chat", "--help", "--lang", language], NOBODY)),
    );
    for (const { out } of [english!, korean!]) {
      expect(out).toContain("  $ echo '/todo approve' | holdpoint chat tea\n");
      expect(out).toContain("  $ holdpoint chat tea\n");
    }
  });

  test("asks for a hold in a person's words where none is named", LONG, async () => {
    const none = await runHoldpoint(["approve", "--lang", "ko"], NOBODY);
    expect(none.err).toContain("✖ 결정 요청 ID를 하나 이상 쓰세요");
  });

  test("is explained in Korean, too", LONG, async () => {
    const help = await runHoldpoint(["watch", "--help", "--lang", "ko"], NOBODY);
    expect(help.exit).toBe(0);
    expect(help.out).toContain("사용법");
    expect(help.out).toContain("완료되면 0, 실패하거나 취소되면 6");
    const wrong = await runHoldpoint(["todo", "skpi"], NOBODY, {
      env: { LANG: "ko_KR.UTF-8", HOLDPOINT_LANG: "" },
    });
    expect([wrong.exit, wrong.err]).toEqual([
      2,
      "✖ `skpi`: 없는 명령입니다. `skip`을 찾으셨나요?\n다음: holdpoint todo skip\n",
    ]);
  });

  test("is completed in bash, for every command", LONG, async () => {
    const { exit, out } = await runHoldpoint(["completion", "bash"], NOBODY);
    expect(exit).toBe(0);
    const folder = createFolder();
    writeFileSync(join(folder, "completion.bash"), out);
    /** What bash offers for the last word of each line, as it takes lines apart. */
    const complete = (lines: readonly (readonly string[])[]): string[][] => {
      const asked = lines.map((typed) => {
        const line = typed.map((word) => `'${word}'`).join(" ");
        return `COMP_WORDS=(holdpoint ${line}); COMP_CWORD=${typed.length}; _holdpoint; echo "\${COMPREPLY[@]}"`;
      });
      const script = [". ./completion.bash", "complete -p holdpoint", ...asked].join("\n");
      const [known, ...offered] = execFileSync("bash", { cwd: folder, input: script })
        .toString()
        .split("\n");
      // Where nothing of Holdpoint's fits, files may.
      expect(known).toBe("complete -o default -F _holdpoint holdpoint");
      return offered.slice(0, lines.length).map((line) => line.split(" "));
    };
    const offers: [typed: string[], expected: string[]][] = [
      [["che"], ["checkpoint"]],
      [["pl"], ["plan"]],
      [
        ["checkpoint", ""],
        ["list", "restore"],
      ],
      [["schedule", "re"], ["resume"]],
      [["watch", "tea", "--un"], ["--until-hold"]],
      [
        ["inbox", "--lang", ""],
        ["en", "ko"],
      ],
      [["inbox", "--lang", "=", "k"], ["ko"]],
      [
        ["inbox", "--lang", "="],
        ["en", "ko"],
      ],
      [["demo", "--decide", "e"], ["elsewhere"]],
      [["plan", "new", ""], [""]],
      [["plan", "new", "plan"], [""]],
    ];
    expect(complete(offers.map(([typed]) => typed))).toEqual(offers.map(([, words]) => words));
    const commands = commandsOf(await loadCommands()).map((command) => command.split(" "));
    const offered = complete(commands);
    for (const [place, words] of commands.entries()) {
      expect(offered[place]).toContain(words.at(-1));
    }
  });

  test("is completed in zsh and fish, too, and in no other shell", LONG, async () => {
    const [zsh, fish, data, other] = await Promise.all(
      [["zsh"], ["fish"], ["fish", "--json"], ["tcsh"]].map((args) =>
        runHoldpoint(["completion", ...args], NOBODY),
      ),
    );
    const candidates = data!.json<Record<string, string[]>>();
    expect(candidates["plan new"]).toContain("--review");
    for (const [path, words] of Object.entries(candidates)) {
      expect(zsh!.out).toContain(`"${path}") echo "${words.join(" ")}"`);
      expect(fish!.out).toMatch(
        new RegExp(`case "${path}"\n +printf ['"].*['"] ${words.join(" ")}\n`),
      );
    }
    expect([other!.exit, other!.err]).toEqual([2, expect.stringContaining("bash, zsh and fish")]);
  });
});

describe("beside a Temporal of one's own", () => {
  test("setup gives it what plans need, once; api serves it", LONG, async () => {
    const address = inject("temporalAddress");
    const namespace = `cli-${Date.now().toString(36)}`;
    const place = ["--address", address, "--namespace", namespace];
    const first = await runHoldpoint(["setup", ...place], NOBODY);
    expect([first.exit, first.err]).toEqual([0, expect.stringContaining("Next: holdpoint worker")]);
    expect(first.out).toMatch(/created namespace cli-.*\nadded search attributes .*PlanStatus/);
    const again = await runHoldpoint(["setup", ...place, "--json"], NOBODY);
    expect(again.json()).toEqual({ address, namespace, changes: [] });
    const nowhere = await runHoldpoint(["setup", "--address", "127.0.0.1:9"], NOBODY);
    expect([nowhere.exit, nowhere.err]).toEqual([
      1,
      expect.stringContaining("No Temporal answers"),
    ]);

    const cwd = createFolder();
    mkdirSync(join(cwd, ".holdpoint"));
    writeFileSync(join(cwd, "holdpoint.config.mjs"), "export default { api: { port: 0 } };\n");
    const cli = runCli(["api", ...place], { cwd });
    const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const plans = await runHoldpoint(["plan", "list", "--json"], url);
    expect(plans.exit, plans.err).toBe(0);
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
  });
});

describe("on a terminal", () => {
  test("watch draws the plan, and d leaves while the plan goes on", LONG, async () => {
    const todo = {
      title: "물 끓이기",
      tool_name: "gate",
      tool_params: { name: "tty", percent: 40 },
    };
    await stack().api.create({ id: "drawn", title: "차 한 잔", todos: [{ id: "boil", ...todo }] });
    const cli = runCliInColour(["watch", "drawn", "--url", stack().url, "--lang", "ko"]);
    await cli.sees(/차 한 잔 +v1 .*실행 중/);
    await cli.sees(/▶ boil +물 끓이기 +████░░░░░░ 40%/);
    cli.type("ㅇ");
    expect(await cli.ended).toBe(2);
    expect(cli.text()).toContain(
      `계획은 계속 실행됩니다. 다시 보기: holdpoint watch drawn --url ${stack().url}`,
    );
    const again = runCliInColour(["watch", "drawn", "--url", stack().url, "--lang", "en"]);
    await again.sees(/▶ boil +물 끓이기/);
    stack().api.tools.open("tty");
    await again.sees(/✔ boil +물 끓이기/);
    expect(await again.ended).toBe(0);
    expect(again.text()).toContain("The plan is completed: 100%.");
  });

  test("asks before it cancels, and takes no for no", LONG, async () => {
    const todo = {
      title: "A",
      tool_name: "echo",
      tool_params: { text: "a" },
      requires_approval: true,
    };
    await stack().api.create({ id: "asked", title: "차", todos: [todo] });
    await stack().api.untilHolds("asked");
    const args = ["cancel", "asked", "--url", stack().url, "--lang", "en"];
    const no = runCli(args, { cwd: createFolder(), terminal: true });
    await no.sees(/Cancel plan asked\? What runs is stopped\. \[y\/N\]/);
    no.type("n\r");
    expect(await no.ended).toBe(2);
    const gone = runCli(args, { cwd: createFolder(), terminal: true });
    await gone.sees(/\[y\/N\]/);
    gone.type("\u0003");
    expect(await gone.ended).toBe(2);
    expect(gone.text()).toContain("Nothing was changed.");
    const yes = runCli(args, { cwd: createFolder(), terminal: true });
    await yes.sees(/\[y\/N\]/);
    yes.type("y\r");
    expect(await yes.ended).toBe(0);
    expect(await stack().api.untilEnded("asked")).toMatchObject({ status: "cancelled" });
  });

  test("watch and chat end by themselves when the window is closed", LONG, async () => {
    const question = { title: "어느 컵?", input_request: { question: "어느 컵을?" } };
    await stack().api.create({ id: "window", title: "차", todos: [{ id: "cup", ...question }] });
    await stack().api.untilHolds("window");
    const place = ["window", "--url", stack().url, "--lang", "en"];
    const watching = runCliInColour(["watch", ...place]);
    const talking = runCli(["chat", ...place], { cwd: createFolder(), terminal: true });
    await watching.sees(/d leaves; the plan goes on/);
    await talking.sees(/어느 컵\? — asks you[^]*> /);
    watching.hangUp();
    talking.hangUp();
    // As when they are left: neither by a signal, as Node's own end would be, nor as an error.
    expect([await watching.ended, await talking.ended]).toEqual([2, 0]);
    expect(await stack().api.get("/v1/plans/window")).toMatchObject({ status: "running" });
  });

  /** Boards are drawn only where colours are welcome. */
  function runCliInColour(args: readonly string[]) {
    const command = ["env", "-u", "NO_COLOR", process.execPath, "bin/holdpoint.mjs"];
    return runCli(args, { cwd: process.cwd(), terminal: true, command });
  }
});

// The last: from the first key on, every request needs one.
describe("with keys", () => {
  test("ends with 4 without a key, with a wrong one, and with one that may not", LONG, async () => {
    const keys = stack().api.deps.keys as KeyStore;
    const made = { name: "kim", roles: ["viewer" as const], created_at: stack().api.deps.now() };
    const { written } = await keys.add({ ...made, expires_at: null });
    const as = (line: string, HOLDPOINT_KEY: string) =>
      stack().type(line, { env: { HOLDPOINT_KEY } });
    const [without, wrong, reading, deciding, following] = await Promise.all([
      stack().type("plan list"),
      as("plan list", "hp_nobody_xyz"),
      as("plan list --json", written),
      as("approve tea.h1", written),
      as("watch tea", "hp_nobody_xyz"),
    ]);
    const odd = await as("plan list --json", "한글");
    expect([odd.exit, JSON.parse(odd.err)]).toEqual([
      4,
      {
        error: expect.objectContaining({
          code: "unauthenticated",
          next: expect.stringContaining("HOLDPOINT_KEY=hp_…"),
        }),
      },
    ]);
    expect([without!.exit, without!.err]).toEqual([4, expect.stringContaining("HOLDPOINT_KEY")]);
    expect(wrong!.exit).toBe(4);
    expect(reading!.exit).toBe(0);
    expect([deciding!.exit, deciding!.err]).toEqual([
      4,
      expect.stringContaining("needs the role approver"),
    ]);
    expect(following!.exit).toBe(4);
  });
});
