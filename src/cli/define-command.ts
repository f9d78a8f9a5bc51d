import { buildCommand, type Command, type CommandContext } from "@stricli/core";
import { LANGUAGES } from "./language.ts";
import { choiceFlag, switchFlag, textFlag, type Flag, type ValuesOf } from "./flags.ts";
import type { WordKey } from "./messages/words.ts";
import type { About } from "./next-step.ts";
import { reportError } from "./report-error.ts";
import { createSession, type Session } from "./session.ts";
import { words } from "./words-here.ts";

/**
 * Arguments by place, as `["plan", "todo"]`; `"hold..."` takes one or more and comes last, and
 * `"value...?"` takes none or more.
 */
type ArgumentNames = readonly string[];
type ArgumentsOf<Names extends ArgumentNames> = {
  readonly [Place in keyof Names]: Names[Place] extends `${string}...` | `${string}...?`
    ? readonly string[]
    : string;
};

interface CommandShape<
  Flags extends Readonly<Record<string, Flag<unknown>>>,
  Names extends ArgumentNames,
> {
  readonly brief: WordKey;
  /** What else its help says. */
  readonly full?: WordKey;
  /** Lines that can be typed. */
  readonly examples?: readonly string[];
  readonly args: Names;
  readonly flags: Flags;
  /** It asks no API. */
  readonly isLocal?: true;
  readonly aliases?: Readonly<Record<string, keyof Flags>>;
  /**
   * Imports what runs Holdpoint here (`src/runtime`) itself, where it needs it: Temporal's SDKs take
   * most of a second, and commands that ask the API need none of them.
   */
  run(session: Session, args: ArgumentsOf<Names>, flags: ValuesOf<Flags>): Promise<void>;
}

const EVERYWHERE = {
  json: switchFlag("flag_json"),
  plain: switchFlag("flag_plain"),
  lang: choiceFlag("flag_lang", LANGUAGES),
};
const COMMON = {
  ...EVERYWHERE,
  url: textFlag("flag_url", "url"),
  yes: switchFlag("flag_yes"),
};

/** A command with the flags that all have, which tells errors in one way. */
export function defineCommand<
  Flags extends Readonly<Record<string, Flag<unknown>>>,
  const Names extends ArgumentNames,
>(shape: CommandShape<Flags, Names>): Command<CommandContext> {
  const all: Readonly<Record<string, Flag<unknown>>> = {
    ...shape.flags,
    ...(shape.isLocal === true ? EVERYWHERE : COMMON),
  };
  const { full, examples = [] } = shape;
  const fullDescription = [
    words(full ?? shape.brief),
    ...(examples.length > 0 ? ["", ...examples.map((line) => `  $ holdpoint ${line}`)] : []),
  ].join("\n");
  const usual = Object.fromEntries(Object.entries(all).map(([name, flag]) => [name, flag.usual]));
  const build = {
    docs: { brief: words(shape.brief), fullDescription },
    parameters: {
      flags: Object.fromEntries(Object.entries(all).map(([name, flag]) => [name, flag.parameter])),
      aliases: shape.aliases ?? {},
      positional: positional(shape.args),
    },
    async func(this: WithPrefix, said: object, ...given: string[]) {
      const values = { ...usual, ...said } as ValuesOf<Flags & typeof COMMON>;
      const args = grouped(shape.args, given);
      const about = aboutOf(this.prefix, shape.args, args, (said as { plan?: string }).plan);
      try {
        const { url, json, plain, yes } = values as ValuesOf<typeof COMMON>;
        const session = createSession({
          url,
          isLocal: shape.isLocal === true,
          json,
          plain,
          yes,
          words,
        });
        const own = Object.keys(shape.flags).map((name) => [
          name,
          values[name as keyof typeof values],
        ]);
        await shape.run(
          session,
          args as ArgumentsOf<Names>,
          Object.fromEntries(own) as ValuesOf<Flags>,
        );
      } catch (error) {
        const { lines, data, exit } = reportError(error, about, words);
        const { json } = values as ValuesOf<typeof COMMON>;
        process.stderr.write(`${json ? JSON.stringify(data) : lines.join("\n")}\n`);
        process.exitCode = exit;
      }
    },
  };
  // The flags' types are computed from the table above; stricli would have them written twice.
  return buildCommand(build as never);
}

interface WithPrefix extends CommandContext {
  readonly prefix: readonly string[];
}

const isRest = (name: string): boolean => name.includes("...");
const bare = (name: string): string => name.replace(/\.\.\.\??$/, "");

function positional(names: ArgumentNames): object {
  const rest = names.at(-1);
  const brief = (name: string): string => words(`arg_${bare(name)}` as WordKey);
  if (rest === undefined || !isRest(rest)) {
    const parameters = names.map((name) => ({
      parse: String,
      placeholder: name,
      brief: brief(name),
    }));
    return { kind: "tuple", parameters };
  }
  return {
    kind: "array",
    minimum: rest.endsWith("?") ? names.length - 1 : names.length,
    parameter: {
      parse: String,
      // Stricli shows an array's placeholder once, between <> and with … behind it.
      placeholder: names.map(bare).join("> <"),
      brief: names.map(brief).join("; "),
    },
  };
}

/** The arguments by place; those of the last name together when it takes more. */
function grouped(
  names: ArgumentNames,
  given: readonly string[],
): readonly (string | readonly string[])[] {
  return names.map((name, place) => (isRest(name) ? given.slice(place) : (given[place] ?? "")));
}

function aboutOf(
  prefix: readonly string[],
  names: ArgumentNames,
  args: readonly (string | readonly string[])[],
  planFlag: string | undefined,
): About {
  const known = new Map(names.map((name, place) => [bare(name), [args[place] ?? []].flat()[0]]));
  const hold = known.get("hold");
  const isShort = planFlag !== undefined && hold !== undefined && !hold.includes(".");
  return {
    command: prefix.slice(1).join(" "),
    plan: known.get("plan") ?? planFlag,
    hold: isShort ? `${planFlag}.${hold}` : hold,
    todo: known.get("todo"),
  };
}
