import type { HoldViewers as Told } from "../../contract/service/viewers.ts";

interface Seen {
  readonly since: number;
  last: number;
}

export interface HoldViewers {
  /** Notes that somebody looks at a hold now, and tells who else does. */
  look(holdId: string, name: string): Told["viewers"];
}

/** After so long without a word, a person looks elsewhere; pages say every 5 seconds that they are there. */
const GONE_MS = 15_000;
/** Holds that are remembered, and people at each of them. */
const MOST_HOLDS = 5_000;
const MOST_VIEWERS = 20;

/**
 * Who looks at which hold, in this process: it is worth no history, and nothing depends on it. The longest
 * unseen is forgotten first when there are too many.
 * @param now the time in milliseconds.
 */
export function createHoldViewers(now: () => number): HoldViewers {
  const holds = new Map<string, Map<string, Seen>>();
  return {
    look(holdId, name) {
      const at = now();
      const known = holds.get(holdId) ?? new Map<string, Seen>();
      for (const [person, { last }] of known) if (at - last > GONE_MS) known.delete(person);
      const before = known.get(name);
      // The latest stands last, among people and among holds.
      known.delete(name);
      known.set(name, { since: before?.since ?? at, last: at });
      dropFirst(known, MOST_VIEWERS);
      holds.delete(holdId);
      holds.set(holdId, known);
      dropFirst(holds, MOST_HOLDS);
      return [...known]
        .filter(([person]) => person !== name)
        .map(([person, { since }]) => ({ name: person, since: new Date(since).toISOString() }));
    },
  };
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  const [first] = map.keys();
  if (map.size > most && first !== undefined) map.delete(first);
}
