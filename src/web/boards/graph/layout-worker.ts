import { layoutGraph, type GraphTodo } from "./layout-graph.ts";

/** Lays out large graphs beside the page, which stays quick. */
self.addEventListener("message", ({ data }: MessageEvent<readonly GraphTodo[]>) => {
  self.postMessage(layoutGraph(data));
});
