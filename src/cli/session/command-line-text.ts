import {
  AliasNotFoundError,
  ArgumentParseError,
  EnumValidationError,
  FlagNotFoundError,
  InvalidNegatedFlagSyntaxError,
  text_en,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
  type ApplicationText,
} from "@stricli/core";
import { nearestName } from "../../text/nearest-name.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "./errors/cli-error.ts";
import { reportCliError } from "./errors/report-cli-error.ts";

/**
 * What is said about the command line itself, and the words of the help pages.
 * @param path the words that name a command, as far as they do: `holdpoint plan`.
 * @param line what was typed.
 * @param commands all of them, each by its words: `plan new`.
 * @param json an error is one JSON object, which tells those before it, too.
 */
export function commandLineText(
  path: string,
  line: readonly string[],
  commands: readonly string[],
  json: boolean,
): ApplicationText {
  const told: string[] = [];
  const tell = (said: string, next = `${path} --help`): string => {
    const problem = /[.?!…]$/.test(said) ? said : `${said}.`;
    told.push(problem);
    const error = usageError(json ? told.join("\n") : problem, next);
    const { lines, data } = reportCliError(error, next);
    return json ? JSON.stringify(data) : lines.join("\n");
  };
  return {
    ...text_en,
    headers: {
      usage: words("help_usage"),
      aliases: words("help_aliases"),
      commands: words("help_commands"),
      flags: words("help_flags"),
      arguments: words("help_arguments"),
    },
    keywords: { default: words("help_default"), separator: words("help_separator") },
    briefs: {
      help: words("help_help"),
      helpAll: words("help_help_all"),
      version: words("help_version"),
      argumentEscapeSequence: words("help_escape"),
    },
    noCommandRegisteredForInput({ input, corrections }) {
      if (input.startsWith("-")) return tell(words("line_flag_first", { input }));
      const problem = words("line_no_command", { input });
      const meant = meantBy(input.toLowerCase(), path, commands);
      if (meant !== undefined) {
        const typed = [...path.split(" ").slice(1), input].join(" ");
        const wrong = words("line_no_command", { input: typed });
        return tell(didYouMean(wrong, `\`${meant}\``), `holdpoint ${meant} --help`);
      }
      // The parser also offers names that have little in common with what was typed.
      const names = corrections.map((name) => name.replaceAll("`", ""));
      const nearest = nearestName(input, names);
      return nearest === undefined
        ? tell(problem)
        : tell(didYouMean(problem, `\`${nearest}\``), `${path} ${nearest}`);
    },
    exceptionWhileParsingArguments(error) {
      if (error instanceof FlagNotFoundError) {
        const problem = words("line_no_flag", { input: error.input });
        const nearest = nearestName(error.input, error.corrections);
        return tell(nearest === undefined ? problem : didYouMean(problem, `--${nearest}`));
      }
      return tell(sentence(error, line));
    },
  };
}

/** What people who know other programs call a command of ours. */
const CALLED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  create: ["new", "add", "put", "save"],
  add: ["new", "put", "save"],
  new: ["add", "put", "save"],
  save: ["new", "put"],
  run: ["new", "use"],
  start: ["new", "use"],
  ls: ["list"],
  get: ["show"],
  view: ["show"],
  info: ["show"],
  status: ["show"],
  describe: ["show"],
  rm: ["delete", "remove", "revoke"],
  remove: ["delete", "revoke"],
  delete: ["remove", "revoke"],
  output: ["result"],
  results: ["result"],
  log: ["logs"],
};

/**
 * The command that was meant by a word that is none here: in a family, what that calls it; on top, that of plans, or of
 * the only family that has it.
 */
function meantBy(input: string, path: string, commands: readonly string[]): string | undefined {
  const [family] = path.split(" ").slice(1);
  const others = CALLED_ELSEWHERE[input] ?? [];
  const names = [input, ...others];
  const of = (prefix: string) =>
    names.map((name) => `${prefix} ${name}`).find((one) => commands.includes(one));
  // What people do to a whole plan stands on top.
  const top = family === "plan" ? commands.find((one) => one === input) : undefined;
  if (family !== undefined) return of(family) ?? top;
  const inFamilies = commands.filter((one) => names.some((name) => one.endsWith(` ${name}`)));
  const onTop = others.find((name) => commands.includes(name));
  return of("plan") ?? onTop ?? (inFamilies.length === 1 ? inFamilies[0] : undefined);
}

function didYouMean(problem: string, corrections: string): string {
  return words("line_did_you_mean", { problem, corrections });
}

function sentence(error: unknown, line: readonly string[]): string {
  if (error instanceof AliasNotFoundError) return words("line_no_alias", { input: error.input });
  if (error instanceof ArgumentParseError) {
    const { input, externalFlagNameOrPlaceholder: name, exception } = error;
    const detail = exception instanceof Error ? exception.message : String(exception);
    return words("line_not_parsed", { input, name, detail });
  }
  if (error instanceof EnumValidationError) {
    return words("line_not_one_of", { input: error.input, values: error.values.join("|") });
  }
  if (error instanceof UnsatisfiedFlagError) {
    const { externalFlagName: name, nextFlagName: next } = error;
    if (next !== undefined) return words("line_no_value_before", { name, next });
    return words(line.includes(`--${name}`) ? "line_no_value" : "line_flag_needed", { name });
  }
  if (error instanceof UnexpectedPositionalError) {
    return words("line_too_many", { count: error.expectedCount, input: error.input });
  }
  if (error instanceof UnsatisfiedPositionalError) {
    const name = error.placeholder;
    if (error.limit === undefined) return words("line_no_argument", { name });
    return name === "hold"
      ? words("line_no_hold")
      : words("line_too_few", { name, count: error.limit[0] });
  }
  if (error instanceof InvalidNegatedFlagSyntaxError) {
    return words("line_negated", { name: error.externalFlagName, value: error.valueText });
  }
  if (error instanceof UnexpectedFlagError) {
    const { externalFlagName: name, previousInput: before, input } = error;
    return words("line_twice", { name, before, input });
  }
  const detail = error instanceof Error ? error.message : String(error);
  return words("line_not_understood", { detail });
}
