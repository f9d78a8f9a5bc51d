/** What commands take no address: they ask no API. A test compares it with them. */
export const ASKS_NO_API =
  /^holdpoint (?:init|demo|start|worker|api|setup|promote|key|doctor|completion|plan check|audit verify)(?: |$)/;

/** One word as a shell reads it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * A command of ours as it can be typed in a shell.
 * @param args as somebody has given them, with anything in them.
 * @param flags as they are to be written.
 */
export function commandLine(command: string, args: readonly string[], flags = ""): string {
  const written = args.map(quoted);
  const isDashed = args.some((arg) => arg.startsWith("-"));
  const words = isDashed ? [flags, "--", ...written] : [...written, flags];
  return ["holdpoint", command, ...words].filter((word) => word !== "").join(" ");
}

/** This process's command line with this flag, and with nothing else that it said of it. */
export function typedAgain(flag: `--${string}`, value?: string): string {
  const [flags, behind] = typedWords();
  const kept = flags.filter((word, place) => {
    const isItsValue = value !== undefined && flags[place - 1] === flag;
    return word !== flag && !word.startsWith(`${flag}=`) && !isItsValue;
  });
  const more = value === undefined ? [flag] : [flag, quoted(value)];
  return ["holdpoint", ...kept.map(quoted), ...more, ...behind.map(quoted)].join(" ");
}

/**
 * A command to type next, as this process's own was: at the address that its command line names, and by `npx` where
 * npm started it, since no shell knows `holdpoint` then.
 */
export function asTyped(next: string): string {
  const line = atSameAddress(next);
  const isOurs = line.startsWith("holdpoint ");
  return isOurs && process.env["npm_command"] ? `npx ${line}` : line;
}

function atSameAddress(next: string): string {
  const [flags] = typedWords();
  const place = flags.findIndex((word) => word === "--url" || word.startsWith("--url="));
  const named = flags[place] === "--url" ? flags[place + 1] : flags[place]?.slice("--url=".length);
  const isOurs = next.startsWith("holdpoint ") && !ASKS_NO_API.test(next);
  if (!isOurs || named === undefined) return next;
  const [, front = next] = /^((?:\\.|'[^']*'|"[^"]*"|[^\\'"])*?)(?= -- |$)/.exec(next) ?? [];
  if (/ --(?:url|help)(?: |$)/.test(front)) return next;
  return `${front} --url ${quoted(named)}${next.slice(front.length)}`;
}

/** The words of this process's command line, and those from `--` on, which are no flags. */
function typedWords(): [flags: string[], behind: string[]] {
  const words = process.argv.slice(2);
  const end = words.indexOf("--");
  return end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)];
}
