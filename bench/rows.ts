import { optionOf } from "./options.ts";

/** What `--rows` names, with commas between; all of them without it. */
const ROWS = ["chain", "wide", "layers", "start", "decision", "burst"] as const;
type Row = (typeof ROWS)[number];

/** A todo of a plan that is measured. */
export interface Todo {
  readonly id: string;
  readonly depends_on: readonly string[];
}

/** That many names. */
export const idsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `t${place}`);
/** The plans that run by themselves. */
export const SHAPES: readonly { row: Row; name: string; width: number; todos: readonly Todo[] }[] =
  [
    {
      row: "chain",
      name: "chain of 200",
      width: 5,
      todos: idsOf(200).map((id, place) => ({
        id,
        depends_on: place === 0 ? [] : [`t${place - 1}`],
      })),
    },
    {
      row: "wide",
      name: "1,000 wide, 20 at a time",
      width: 20,
      todos: idsOf(1_000).map((id) => ({ id, depends_on: [] })),
    },
    {
      // Each layer of 20 waits for two of the layer before.
      row: "layers",
      name: "500 in layers, 20 at a time",
      width: 20,
      todos: idsOf(500).map((id, place) => ({
        id,
        depends_on:
          place < 20
            ? []
            : [`t${place - 20}`, `t${place - (place % 20) - 20 + ((place + 7) % 20)}`],
      })),
    },
  ];

/** @throws Error when `--rows` names something else. */
export function wantedRows(): readonly Row[] {
  const named = optionOf("--rows")?.split(",");
  const wanted = ROWS.filter((row) => named?.includes(row) ?? true);
  if (named !== undefined && wanted.length !== named.length) {
    throw new Error(`--rows takes ${ROWS.join(",")}`);
  }
  return wanted;
}
