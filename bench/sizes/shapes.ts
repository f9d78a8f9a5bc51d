import type { NewPlanInput } from "../../src/contract/plan/plan.ts";

/** How todos wait for one another. */
export interface Shape {
  readonly name: string;
  /** How many run at a time. */
  readonly width: number;
  /** For each todo the places of those that it waits for. */
  readonly waits: (count: number) => number[][];
}

const LAYER = 100;

export const SHAPES: readonly Shape[] = [
  {
    name: "chain",
    width: 5,
    waits: (count) => Array.from({ length: count }, (_, place) => (place === 0 ? [] : [place - 1])),
  },
  {
    name: "wide, 100 at a time",
    width: 100,
    waits: (count) => Array.from({ length: count }, () => []),
  },
  {
    // Each todo waits for up to three of the layer before.
    name: "layers of 100",
    width: 50,
    waits: (count) =>
      Array.from({ length: count }, (_, place) => {
        const before = Math.floor(place / LAYER) * LAYER - LAYER;
        const others = [place * 7, place * 31 + 13, place * 59 + 41].map((one) => one % LAYER);
        return before < 0 ? [] : [...new Set(others)].map((other) => before + other);
      }),
  },
];

/** A plan of this shape; `todo` says what each does. */
export function planOf(
  id: string,
  shape: Shape,
  count: number,
  todo: (place: number) => { readonly tool_name: string; readonly tool_params: object },
): NewPlanInput {
  const todos = shape.waits(count).map((waits, place) => ({
    id: `t${place}`,
    title: `Todo ${place}`,
    depends_on: waits.map((other) => `t${other}`),
    ...todo(place),
  }));
  return { id, title: id, todos, max_parallel: shape.width } as NewPlanInput;
}
