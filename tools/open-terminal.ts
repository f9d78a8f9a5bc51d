import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const LONGEST_MS = 60_000;
const GLANCE_MS = 150;

// A screen stays when its command has ended, with all that scrolled away and nothing of tmux's own.
const SETTINGS = `set -g remain-on-exit on
set -g remain-on-exit-format ""
set -g history-limit 20000
set -g status off
`;

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A command on a screen of its own. */
export interface Screen {
  /** Types words, and Enter. */
  type(words: string): Promise<void>;
  /** Presses one key, by tmux's name for it. */
  press(key: string): Promise<void>;
  /**
   * What stands there, without the space behind it, once it fits and stands still.
   * @throws Error with the screen when that takes too long, or when the command ends without it.
   */
  until(what: RegExp): Promise<string>;
  /**
   * All that was written, once the command has ended.
   * @throws Error with it when the command ended with another exit code.
   */
  ended(code?: number): Promise<string>;
}

/** Terminals that run commands in a folder, by tmux. */
export interface Terminal {
  open(words: readonly string[], size: Size): Promise<Screen>;
  close(): Promise<void>;
}

/** Opens a terminal of one's own; nothing of a person's tmux is touched. */
export async function openTerminal(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Terminal> {
  const socket = join(folder, "tmux.sock");
  const settings = join(folder, "tmux.conf");
  await writeFile(settings, SETTINGS);
  // Commands say `npx` where npm started them.
  const ours = new Set(["TMUX", "npm_command"]);
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
  const tmux = async (...words: readonly string[]): Promise<string> =>
    (
      await run("tmux", ["-u", "-S", socket, "-f", settings, ...words], {
        cwd: folder,
        env: { ...outer, ...env },
        timeout: LONGEST_MS,
      })
    ).stdout;
  let opened = 0;
  return {
    async open(words, { columns, rows }) {
      const name = `s${++opened}`;
      const size = ["-x", String(columns), "-y", String(rows)];
      const exitFile = join(folder, `${name}.exit`);
      // tmux does not always learn how a command ended.
      const shell = ["sh", "-c", 'exit="$1"; shift; "$@"; echo $? > "$exit"', "sh", exitFile];
      await tmux("new-session", "-d", "-s", name, ...size, ...shell, ...words);
      return createScreen(tmux, name, words.join(" "), exitFile);
    },
    async close() {
      await tmux("kill-server").catch(() => undefined);
    },
  };
}

function createScreen(
  tmux: (...words: readonly string[]) => Promise<string>,
  name: string,
  command: string,
  exitFile: string,
): Screen {
  const text = async (): Promise<string> =>
    (await tmux("capture-pane", "-p", "-S", "-", "-t", name)).trimEnd();
  const isOver = async (): Promise<boolean> =>
    (await tmux("list-panes", "-t", name, "-F", "#{pane_dead}")).trim() === "1";
  const watch = async (
    waitedFor: string,
    isThere: (now: string, before: string, over: boolean) => boolean,
  ): Promise<string> => {
    const latest = Date.now() + LONGEST_MS;
    let before = "";
    for (;;) {
      const over = await isOver();
      const now = await text();
      if (isThere(now, before, over)) return now;
      if (over || Date.now() > latest) {
        const how = over ? "ended" : `was waited for ${LONGEST_MS / 1000} s`;
        throw new Error(`"${command}" ${how}, without ${waitedFor}:\n${now}`);
      }
      before = now;
      await new Promise((resolve) => setTimeout(resolve, GLANCE_MS));
    }
  };
  return {
    async type(words) {
      await tmux("send-keys", "-t", name, "-l", words);
      await tmux("send-keys", "-t", name, "Enter");
    },
    async press(key) {
      await tmux("send-keys", "-t", name, key);
    },
    // What has ended stands still.
    until: (what) =>
      watch(String(what), (now, before, over) => (over || now === before) && what.test(now)),
    async ended(expected = 0) {
      const all = await watch("an end", (_now, _before, over) => over);
      const code = (await readFile(exitFile, "utf8")).trim();
      if (code !== String(expected)) throw new Error(`"${command}" ended with ${code}:\n${all}`);
      return all;
    },
  };
}
