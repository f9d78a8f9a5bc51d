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
import type { Words } from "./words.ts";

/**
 * What is said about the command line itself, and the words of the help pages.
 * @param help the command that explains what was typed.
 */
export function commandLineText(words: Words, help: string): ApplicationText {
  const withNext = (problem: string): string => `${problem}\n${words("next_step", { next: help })}`;
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
    noCommandRegisteredForInput: ({ input, corrections }) =>
      didYouMean(words("line_no_command", { input }), corrections, words) ??
      withNext(words("line_no_command", { input })),
    exceptionWhileParsingArguments(error) {
      if (error instanceof FlagNotFoundError) {
        const problem = words("line_no_flag", { input: error.input });
        const flags = error.corrections.map((name) => `--${name}`);
        return didYouMean(problem, flags, words) ?? withNext(problem);
      }
      return withNext(sentence(error, words));
    },
  };
}

/** The suggestion is what to type next; undefined when there is none. */
function didYouMean(
  problem: string,
  corrections: readonly string[],
  words: Words,
): string | undefined {
  const [last, ...others] = [...corrections].toReversed();
  if (last === undefined) return undefined;
  const first = others.toReversed().join(", ");
  const all = first === "" ? last : words("line_or", { first, last });
  return words("line_did_you_mean", { problem, corrections: all });
}

function sentence(error: unknown, words: Words): string {
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
    return next === undefined
      ? words("line_no_value", { name })
      : words("line_no_value_before", { name, next });
  }
  if (error instanceof UnexpectedPositionalError) {
    return words("line_too_many", { count: error.expectedCount, input: error.input });
  }
  if (error instanceof UnsatisfiedPositionalError) {
    const name = error.placeholder;
    return error.limit === undefined
      ? words("line_no_argument", { name })
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
