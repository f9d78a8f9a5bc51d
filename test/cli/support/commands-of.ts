import type { CommandMap } from "../../../src/cli/root.ts";

/** Every command, as it is typed. */
export function commandsOf(target: object, path: readonly string[] = []): string[] {
  const map = target as CommandMap;
  if (!("getAllEntries" in map)) return [path.join(" ")];
  return map
    .getAllEntries()
    .flatMap(({ name, target: next }) =>
      commandsOf(next, [...path, name["convert-camel-to-kebab"]]),
    );
}
