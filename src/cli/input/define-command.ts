import { buildCommand, type Command, type CommandContext } from "@stricli/core";
import { words } from "../messages/i18n.ts";
import { LANGUAGES } from "../messages/language.ts";
import { isWordKey, type HelpName } from "../messages/words.ts";
import type { About } from "../session/errors/next-step.ts";
import { reportError } from "../session/errors/report-error.ts";
import { createSession, type Session } from "../session/session.ts";
import { jsonText, talk } from "../terminal/output.ts";
import {
  bare,
  isOptional,
  isRest,
  positional,
  usageOf,
  type ArgumentNames,
} from "./argument-names.ts";
import { isWholeHoldId } from "./find-plan.ts";
import { choiceFlag, switchFlag, textFlag, type Flag, type ValuesOf } from "./flags.ts";

type ArgumentsOf<Names extends ArgumentNames> = {
  readonly [Place in keyof Names]: Names[Place] extends `${string}...` | `${string}...?`
    ? readonly string[]
    : Names[Place] extends `${string}?`
      ? string | undefined
      : string;
};

interface CommandShape<
  Flags extends Readonly<Record<string, Flag<unknown>>>,
  Names extends ArgumentNames,
> {
  /** The name of what its help says: `brief_…` in lists, and where there is more to say, `full_…`. */
  readonly help: HelpName;
  /** Lines that can be typed. */
  readonly examples?: readonly string[];
  /** None when it says nothing of them, as of flags. */
  readonly args?: Names;
  readonly flags?: Flags;
  /** It asks no API. */
  readonly isLocal?: true;
  readonly aliases?: Readonly<Record<string, keyof Flags>>;
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

/** An example as it is typed: one that pipes something into `holdpoint` is a whole line already. */
function typedAs(example: string): string {
  return /\| holdpoint /.test(example) ? example : `holdpoint ${example}`;
}

/** A command with the flags that all have, which tells errors in one way. */
export function defineCommand<
  Flags extends Readonly<Record<string, Flag<unknown>>> = Record<never, never>,
  const Names extends ArgumentNames = readonly [],
>(shape: CommandShape<Flags, Names>): Command<CommandContext> {
  const { help, examples = [], flags: ownFlags = {} } = shape;
  const [brief, full] = [`brief_${help}`, `full_${help}`] as const;
  const names: ArgumentNames = shape.args ?? [];
  const all: Readonly<Record<string, Flag<unknown>>> = {
    ...ownFlags,
    ...(shape.isLocal === true ? EVERYWHERE : COMMON),
  };
  const fullDescription = [
    words(isWordKey(full) ? full : brief),
    ...(examples.length > 0 ? ["", ...examples.map((line) => `  $ ${typedAs(line)}`)] : []),
  ].join("\n");
  const defaults = Object.fromEntries(
    Object.entries(all).map(([name, flag]) => [name, flag.default]),
  );
  const build = {
    docs: { brief: words(brief), fullDescription, ...usageOf(names) },
    parameters: {
      flags: Object.fromEntries(Object.entries(all).map(([name, flag]) => [name, flag.parameter])),
      aliases: shape.aliases ?? {},
      positional: positional(names),
    },
    async func(this: WithPrefix, flags: object, ...typed: string[]) {
      const values = { ...defaults, ...flags } as ValuesOf<Flags & typeof COMMON>;
      const args = grouped(names, typed);
      let about = aboutOf(this.prefix, names, args, flags);
      try {
        const { url, json, plain, yes } = values as ValuesOf<typeof COMMON>;
        const session = createSession({
          url,
          isLocal: shape.isLocal === true,
          json,
          plain,
          yes,
        });
        about = { ...about, session };
        const own = Object.keys(ownFlags).map((name) => [
          name,
          values[name as keyof typeof values],
        ]);
        await shape.run(
          session,
          args as ArgumentsOf<Names>,
          Object.fromEntries(own) as ValuesOf<Flags>,
        );
      } catch (error) {
        const { lines, data, exit } = reportError(error, about);
        const { json } = values as ValuesOf<typeof COMMON>;
        talk(json ? jsonText(data) : lines.join("\n"));
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

/** The arguments by place; those of the last name together when it takes more. */
function grouped(
  names: ArgumentNames,
  typed: readonly string[],
): readonly (string | readonly string[] | undefined)[] {
  return names.map((name, place) =>
    isRest(name) ? typed.slice(place) : (typed[place] ?? (isOptional(name) ? undefined : "")),
  );
}

function aboutOf(
  prefix: readonly string[],
  names: ArgumentNames,
  args: readonly (string | readonly string[] | undefined)[],
  { plan: planFlag, template }: { readonly plan?: string; readonly template?: string },
): About {
  const known = new Map(names.map((name, place) => [bare(name), [args[place] ?? []].flat()[0]]));
  const target = known.get("target");
  const isHold = planFlag !== undefined || (target !== undefined && isWholeHoldId(target));
  const hold = known.get("hold") ?? (isHold ? target : undefined);
  const isShort = planFlag !== undefined && hold !== undefined && !hold.includes(".");
  return {
    command: prefix.slice(1).join(" "),
    plan: known.get("plan") ?? planFlag ?? (isHold ? undefined : target),
    hold: isShort ? `${planFlag}.${hold}` : hold,
    todo: known.get("todo"),
    webhook: known.get("webhook"),
    template: known.get("template") ?? template,
  };
}
