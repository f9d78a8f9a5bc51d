import dagre from "@dagrejs/dagre";
import type { BoardTodo } from "../../../contract/plan/board.ts";

export const NODE = { width: 208, height: 58 } as const;
const LAYER_PAD = 14;

/** What a picture needs to know of a todo. */
export type GraphTodo = Pick<BoardTodo, "id" | "depends_on" | "layer">;

/** Where something is drawn: its upper left corner, and how large it is. */
export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphLayout {
  readonly todos: readonly Placed[];
  /** The frames around todos of one layer, where a plan has several. */
  readonly layers: readonly Placed[];
}

/** Places todos from left to right, each behind what it waits for, and those of one layer together. */
export function layoutGraph(todos: readonly GraphTodo[]): GraphLayout {
  const graph = new dagre.graphlib.Graph({ compound: true });
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 52, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const names = new Set(todos.map(({ layer }) => layer));
  const layers = names.size > 1 ? [...names].filter((name) => name !== "default") : [];
  for (const layer of layers) graph.setNode(frameOf(layer), {});
  const known = new Set(todos.map(({ id }) => id));
  for (const { id, layer } of todos) {
    graph.setNode(id, { ...NODE });
    if (layers.includes(layer)) graph.setParent(id, frameOf(layer));
  }
  for (const { id, depends_on } of todos) {
    for (const from of depends_on) if (known.has(from)) graph.setEdge(from, id);
  }
  dagre.layout(graph);
  const place = (name: string, id: string, pad = 0): Placed => {
    const { x, y, width, height } = graph.node(name);
    const [wide, high] = [width + 2 * pad, height + 2 * pad];
    return { id, x: x - wide / 2, y: y - high / 2, width: wide, height: high };
  };
  return {
    todos: todos.map(({ id }) => place(id, id)),
    layers: layers.map((layer) => place(frameOf(layer), layer, LAYER_PAD)),
  };
}

/** No todo's id has a space. */
const frameOf = (layer: string): string => `layer ${layer}`;
