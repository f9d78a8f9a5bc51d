import type { Json, JsonObject } from "../../../src/contract/text.ts";

/** Values that made something slow once, or might. */
const HOSTILE: readonly Json[] = [
  ..."{{ {{todo.t0.result}} {{todo.t0 {{param.a}} - * # & /a/b/c ~1 . __ 0 -1 1e308".split(" "),
  ...["", " ", "\t", "\u200b", "👩‍👩‍👧‍👦", "가", "t0", "t1", "a".repeat(64), "'", '"', "\\"],
  ...[0, 1, -1, 0.1, 1e300, true, null],
  { $from: "t0" },
  { $from: "t0", path: "/a/b" },
  { allOf: [{}, {}] },
  { type: "array", uniqueItems: true, items: {} },
  [[[[]]]],
  {},
];

const copyOf = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

interface Place {
  readonly holder: Json[] | JsonObject;
  readonly key: string;
}

/** One change of a value at a place that chance decides: grown, shrunk, or replaced by something hostile. */
export function mutate(value: Json, random: () => number, most: number): Json {
  const root: Json[] = [copyOf(value)];
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const places = placesIn(root);
    const { holder, key } = pick(places);
    const at = holder as JsonObject;
    const given = at[key]!;
    const room = most / Math.max(1, JSON.stringify(root).length);
    switch (Math.floor(random() * (typeof given === "string" ? 8 : 6))) {
      case 0:
        at[key] = copyOf(pick(HOSTILE));
        break;
      case 1: {
        const other = pick(places);
        at[key] = copyOf((other.holder as JsonObject)[other.key]!);
        break;
      }
      case 2:
        at[key] = grown(given, 1 + Math.floor(random() * Math.min(20, room)));
        break;
      case 3:
        at[key] = grown(given, 2);
        break;
      case 4:
        if (Array.isArray(given)) at[key] = given.slice(0, Math.ceil(given.length / 2));
        else if (typeof given === "string") at[key] = given.slice(0, Math.ceil(given.length / 2));
        else if (typeof given === "number") at[key] = Math.floor(given * (random() - 0.5) * 4);
        break;
      case 6:
      case 7: {
        const text = given as string;
        const place = Math.floor(random() * (text.length + 1));
        at[key] = text.slice(0, place) + pieceOf(text, pick, random, room) + text.slice(place);
        break;
      }
      default:
        if (Array.isArray(holder)) holder.push(copyOf(pick(HOSTILE)));
        else holder[pick(KEYS)] = copyOf(pick(HOSTILE));
    }
    if (JSON.stringify(root).length > most) return value;
  }
  return root[0]!;
}

/** What is put into a text: a part of it again and again, or a sign that means something to a reader. */
function pieceOf(
  text: string,
  pick: <Item>(items: readonly Item[]) => Item,
  random: () => number,
  room: number,
): string {
  const from = Math.floor(random() * text.length);
  const part = text.slice(from, from + 1 + Math.floor(random() * 12));
  const piece = random() < 0.5 ? part : pick(SIGNS);
  const times = random() < 0.5 ? 1 : Math.floor(random() * Math.min(200, room * 20));
  return piece.repeat(Math.max(1, times));
}

/** Signs and words that readers of outlines, instructions and models' answers look for. */
const SIGNS: readonly string[] = [
  ..."\n|\n\n|1. |  - |[|]|(|)|{|}|->|→|, |; |. |: |@|? |#|\"|'|`|```json|，|。".split("|"),
  ..."then |and |after |before |all |t1|the |tea | 그 다음 |하고 |고 |후에 |모든 |을 |를 ".split(
    "|",
  ),
  "\u0301",
  "가\u0300",
  "ﬁ",
  "holdpoint-secret.v1.a.",
];

const KEYS = "id depends_on blocks items properties anyOf default title tool_params path a".split(
  " ",
);

/** A value that is so many times as long: lists and objects by their entries, texts by themselves. */
export function grown(value: Json, times: number): Json {
  if (typeof value === "string") return value.repeat(times).slice(0, 2_000_000);
  if (Array.isArray(value)) {
    return Array.from({ length: times }, (_, copy) =>
      value.map((item) => renamed(item, copy)),
    ).flat();
  }
  if (typeof value !== "object" || value === null) return value;
  const copies = Array.from({ length: times }, (_, copy) =>
    Object.entries(value).map(
      ([key, item]) => [copy === 0 ? key : `${key}_${copy}`, item] as const,
    ),
  );
  return Object.fromEntries(copies.flat());
}

/** A copy of an entry, with an id of its own. */
function renamed(item: Json, copy: number): Json {
  if (copy === 0 || typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const { id } = item;
  return typeof id === "string" ? { ...item, id: `${id}_${copy}` } : item;
}

/** Every place of a value, up to a number that keeps a change cheap. */
function placesIn(root: Json[]): Place[] {
  const places: Place[] = [];
  const open: (Json[] | JsonObject)[] = [root];
  for (
    let holder = open.pop();
    holder !== undefined && places.length < 2_000;
    holder = open.pop()
  ) {
    for (const key of Object.keys(holder)) {
      const item = (holder as JsonObject)[key]!;
      places.push({ holder, key });
      if (typeof item === "object" && item !== null) open.push(item);
      if (places.length >= 2_000) break;
    }
  }
  return places;
}
