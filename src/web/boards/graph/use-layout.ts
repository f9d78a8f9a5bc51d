import { useEffect, useMemo, useState } from "react";
import type { BoardTodo } from "../../../contract/plan/board.ts";
import { layoutGraph, type GraphLayout, type GraphTodo } from "./layout-graph.ts";

/** Above that, laying out would hold the page up. */
const BESIDE = 300;

/** Where a plan's todos are drawn; null while that is worked out. It is done anew when links change. */
export function useLayout(todos: readonly BoardTodo[]): GraphLayout | null {
  const shape = JSON.stringify(
    todos.map(({ id, depends_on, layer }): GraphTodo => ({ id, depends_on, layer })),
  );
  const isLarge = todos.length > BESIDE;
  const here = useMemo(
    () => (isLarge ? null : layoutGraph(JSON.parse(shape) as GraphTodo[])),
    [isLarge, shape],
  );
  const [beside, setBeside] = useState<GraphLayout | null>(null);
  useEffect(() => {
    if (!isLarge) return undefined;
    const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<GraphLayout>) => setBeside(data));
    worker.postMessage(JSON.parse(shape));
    return () => worker.terminate();
  }, [isLarge, shape]);
  return isLarge ? beside : here;
}
