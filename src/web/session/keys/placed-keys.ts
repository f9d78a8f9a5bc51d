/** Which key stands for which: only keys that changed places, each as an `event.code`. */
export type PlacedKeys = Readonly<Record<string, string>>;

/** Letters and digits: every keyboard has them, and no browser needs them. */
const CAN_MOVE = /^(?:Key[A-Z]|Digit\d)$/;

export function canBePlaced(code: string): boolean {
  return CAN_MOVE.test(code);
}

/** The key to press for what another key does by default. */
export function placeOf(keys: PlacedKeys, code: string): string {
  return keys[code] ?? code;
}

/** What a pressed key does, as the key that does it by default. */
export function meantBy(keys: PlacedKeys, pressed: string): string {
  return Object.keys(keys).find((code) => keys[code] === pressed) ?? pressed;
}

/** Puts what a key does on another one; what was there takes its place, so that no key does two things. */
export function exchange(keys: PlacedKeys, code: string, pressed: string): PlacedKeys {
  const next = {
    ...keys,
    [meantBy(keys, pressed)]: placeOf(keys, code),
    [code]: pressed,
  };
  return Object.fromEntries(Object.entries(next).filter(([from, to]) => from !== to));
}

/** What was kept, as far as each of its keys has one place and each place one key. */
export function readKeys(kept: unknown): PlacedKeys {
  if (typeof kept !== "object" || kept === null) return {};
  const keys = Object.keys(kept);
  const places = Object.values(kept) as unknown[];
  const isWhole = keys.every((key) => canBePlaced(key) && places.includes(key));
  const isOnce = new Set(places).size === keys.length;
  return isWhole && isOnce ? (kept as PlacedKeys) : {};
}
