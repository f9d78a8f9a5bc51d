import { createClient, ProblemError, unwrap, type Client } from "../client/client.ts";
import { CliError, EXIT, type ExitCode } from "./cli-error.ts";
import type { Words } from "./messages/words.ts";
import { askLine } from "./ask-line.ts";

type Request = Parameters<typeof unwrap>[0];

/** What a command has at hand: the API, the person, and the two ways to write. */
export interface Session {
  readonly url: string;
  readonly key: string | undefined;
  readonly client: Client;
  readonly words: Words;
  /** Standard output gets JSON, nothing else. */
  readonly json: boolean;
  /** Words in place of signs and drawing. */
  readonly plain: boolean;
  /** Destructive acts need no question. */
  readonly yes: boolean;
  /** The terminal's width. */
  readonly columns: number;
  /** The body of an answer. @throws ProblemError, or CliError when there is no API. */
  ask<Data>(request: Request): Promise<Data>;
  /** As `ask`, for an answer without a body. */
  send(request: Request): Promise<void>;
  /** Data for standard output: as it is with `--json`, else as lines for people. */
  show(data: unknown, lines: () => readonly string[]): void;
  /** Talk, for standard error; silent with `--json`. */
  say(line: string): void;
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
  readonly words: Words;
}

const USUAL_URL = "http://127.0.0.1:7400";

/** The session of this process. @throws CliError for an address that is none. */
export function createSession(options: SessionOptions): Session {
  const { isLocal, json, plain, yes, words } = options;
  const given = isLocal ? undefined : (options.url ?? process.env["HOLDPOINT_URL"]);
  const url = given || USUAL_URL;
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new CliError(words("bad_url", { url }), `holdpoint inbox --url ${USUAL_URL}`, EXIT.usage);
  }
  const key = isLocal ? undefined : process.env["HOLDPOINT_KEY"] || undefined;
  const isDumb = process.env["TERM"] === "dumb" || process.env["NO_COLOR"] !== undefined;

  async function reach<Answer>(request: Promise<Answer>): Promise<Answer> {
    try {
      return await request;
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new CliError(words("not_holdpoint", { url }), "holdpoint doctor");
      if (!(error instanceof TypeError)) throw error;
      throw new CliError(words("no_api", { url }), "holdpoint start");
    }
  }

  return {
    url,
    key,
    client: createClient(url, { key }),
    words,
    json,
    plain: plain || isDumb,
    yes,
    columns: process.stdout.columns || 100,
    ask: (request) => reach(unwrap(request)),
    async send(request) {
      const response = await reach(request);
      if (!response.ok)
        throw new ProblemError(response.status, await reach(response.json() as Promise<never>));
    },
    show(data, lines) {
      const text = json ? JSON.stringify(data) : lines().join("\n");
      if (text !== "") process.stdout.write(`${text}\n`);
    },
    say(line) {
      if (!json) process.stderr.write(`${line}\n`);
    },
    async confirm(question) {
      if (yes) return;
      if (!process.stdin.isTTY) {
        throw new CliError(words("needs_yes", { question }), typedAgain("--yes"), EXIT.usage);
      }
      const answer = await askLine(`${question} ${words("yes_or_no")} `, words);
      if (/^(?:y|yes|예|네|ㅇ)$/i.test(answer.trim())) return;
      throw new CliError(words("given_up"), undefined, EXIT.usage);
    },
    end(code) {
      process.exitCode = code;
    },
  };
}

/** This process's command line with one more word, as it can be typed in a shell. */
function typedAgain(more: string): string {
  const quoted = process.argv
    .slice(2)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return ["holdpoint", ...quoted, more].join(" ");
}
