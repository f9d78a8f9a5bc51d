import { isAddress } from "../../client/address.ts";
import { createClient, mayBeKey, type Client } from "../../client/client.ts";
import { language, words } from "../messages/i18n.ts";
import { dim, green } from "../terminal/colors.ts";
import { jsonText, print, talk } from "../terminal/output.ts";
import { columnsOf } from "../terminal/screen.ts";
import { askLine, isYes } from "./ask-line.ts";
import { CliError, EXIT, usageError, type ExitCode } from "./errors/cli-error.ts";
import { nextLine } from "./errors/report-cli-error.ts";
import { findProject, type Project } from "./find-project.ts";
import { typedAgain } from "./typed-line.ts";

/** What a command has at hand: the API, the person, and the two ways to write. */
export interface Session {
  readonly url: string;
  /** The folder whose API is asked, when no address was given. */
  readonly project: Project | undefined;
  readonly key: string | undefined;
  /** Asks the API once: the person at the terminal sees what is wrong, and decides what to do. */
  readonly client: Client;
  /** Standard output gets JSON, nothing else. */
  readonly json: boolean;
  /** Words in place of signs and drawing. */
  readonly plain: boolean;
  /** Destructive acts need no question. */
  readonly yes: boolean;
  /** How wide lines may be: the terminal's width, endless without one. */
  readonly columns: number;
  /** The API's time in epoch milliseconds, once it has answered: this machine's clock may be another. */
  readonly now: () => number;
  /** Data for standard output: as it is with `--json`, else as lines for people. */
  show(data: unknown, lines: () => readonly string[]): void;
  /** Talk, for standard error; silent with `--json`. */
  say(line: string): void;
  /** What a command has done: the answer to programs, a sentence to people. */
  done(answer: unknown, sentence: string): void;
  /** What to type next. */
  next(command: string): void;
  /**
   * Asks before something that cannot be taken back.
   * @throws CliError when the person says no, or when nobody can be asked.
   */
  confirm(question: string): Promise<void>;
  end(code: ExitCode): void;
}

export interface SessionOptions {
  readonly url?: string | undefined;
  /** It asks no API, so that address and key do not matter. */
  readonly isLocal: boolean;
  readonly json: boolean;
  readonly plain: boolean;
  readonly yes: boolean;
}

/** How a command gets another key. */
export const USE_KEY = "HOLDPOINT_KEY=hp_… holdpoint …";

const DEFAULT_URL = "http://127.0.0.1:7400";

/** The session of this process. @throws CliError for an address that is none, or that a copied folder names. */
export function createSession(options: SessionOptions): Session {
  const { isLocal, json, plain, yes } = options;
  const chosen = options.url || process.env["HOLDPOINT_URL"];
  const project = isLocal || chosen ? undefined : findProject(process.cwd());
  if (project !== undefined && project.address === undefined) {
    throw new CliError(words("damaged_address", { file: project.file }), "holdpoint start");
  }
  if (project?.copyOf !== undefined) {
    const { file, copyOf, address } = project;
    const values = { file, folder: copyOf, url: address?.url ?? "" };
    throw new CliError(words("copied_address", values), "holdpoint start");
  }
  if (project?.isOwn === false) {
    throw usageError(
      words("not_own_address", { file: project.file, url: project.address?.url ?? "" }),
      typedAgain("--url", "<url>"),
    );
  }
  const url = (isLocal ? undefined : chosen || project?.address?.url) ?? DEFAULT_URL;
  if (!isAddress(url)) {
    throw usageError(words("bad_url", { url }), `holdpoint inbox --url ${DEFAULT_URL}`);
  }
  const key = isLocal ? undefined : process.env["HOLDPOINT_KEY"] || undefined;
  if (key !== undefined && !mayBeKey(key)) {
    throw new CliError(words("bad_key"), USE_KEY, EXIT.not_allowed);
  }
  const isDumb = process.env["TERM"] === "dumb" || process.env["NO_COLOR"] !== undefined;

  const clock = createApiClock();
  const session: Session = {
    url,
    project,
    key,
    client: createClient(url, {
      key,
      instance: project?.address?.instance,
      // Programs read codes, and English.
      language: json ? undefined : language(),
      retries: 0,
      via: "terminal",
      onDate: clock.note,
    }),
    json,
    plain: plain || isDumb,
    yes,
    columns: columnsOf(process.stdout),
    now: clock.now,
    show(data, lines) {
      const text = json ? jsonText(data) : lines().join("\n");
      if (text !== "") print(text);
    },
    say(line) {
      if (!json) talk(line);
    },
    done(answer, sentence) {
      session.show(answer, () => []);
      session.say(`${green("✔")} ${sentence}`);
    },
    next(command) {
      session.say(nextLine(command));
    },
    async confirm(question) {
      if (yes) return;
      if (!process.stdin.isTTY) {
        throw usageError(words("needs_yes", { question }), typedAgain("--yes"));
      }
      const answer = await askLine(`${question} ${words("yes_or_no")} `);
      if (isYes(answer)) return;
      throw usageError(words("given_up"));
    },
    end(code) {
      process.exitCode = code;
    },
  };
  if (!isLocal && !chosen && project === undefined) {
    session.say(dim(words("no_project", { url })));
  }
  return session;
}

/** The API's clock, by which plans keep their deadlines. */
interface ApiClock {
  /** Epoch milliseconds; by this machine's clock until the API has answered. */
  readonly now: () => number;
  /** Takes what an answer says (whole seconds), and when it was asked for by this machine's clock. */
  readonly note: (date: string, askedAt: number) => void;
}

export function createApiClock(): ApiClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    note(date, askedAt) {
      const said = Date.parse(date);
      // It was said between the question and the answer: a clock that agrees with that is not moved.
      const [least, most] = [said - Date.now(), said + 999 - askedAt];
      if (least <= most) ahead = Math.min(Math.max(ahead, least), most);
    },
  };
}
