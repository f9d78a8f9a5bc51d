import { words } from "../messages/i18n.ts";
import type { WordKey } from "../messages/words.ts";

/**
 * Arguments by place, as `["plan", "todo"]`; `"hold..."` takes one or more and comes last,
 * `"value...?"` takes none or more, and `"plan?"` one or none.
 */
export type ArgumentNames = readonly string[];
export const isRest = (name: string): boolean => name.includes("...");
export const isOptional = (name: string): boolean => !isRest(name) && name.endsWith("?");
export const bare = (name: string): string => name.replace(/(?:\.\.\.)?\??$/, "");

/** The arguments as stricli takes them. */
export function positional(names: ArgumentNames): object {
  const rest = names.at(-1);
  const brief = (name: string): string => words(`arg_${bare(name)}` as WordKey);
  if (rest === undefined || !isRest(rest)) {
    const parameters = names.map((name) => ({
      parse: String,
      placeholder: bare(name),
      brief: brief(name),
      ...(isOptional(name) && { optional: true }),
    }));
    return { kind: "tuple", parameters };
  }
  return {
    kind: "array",
    minimum: rest.endsWith("?") ? names.length - 1 : names.length,
    parameter: {
      parse: String,
      placeholder: names.map(bare).join(" "),
      brief: names.map(brief).join("; "),
    },
  };
}

/** How several arguments are written of which the last may be repeated: stricli knows one name only. */
export function usageOf(names: ArgumentNames): { customUsage?: readonly string[] } {
  if (names.length < 2 || !names.some(isRest)) return {};
  const written = names.map((name) => {
    const one = `<${bare(name)}>`;
    if (!isRest(name)) return one;
    return name.endsWith("?") ? `[${one}...]` : `${one}...`;
  });
  return { customUsage: [written.join(" ")] };
}
