import { expect, test } from "vitest";
import { z } from "zod";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { defineTool } from "../../src/tools/index.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();

const SIZE = 60_000;
/** A plan of more than 16 MB computes for a third of a minute where nothing runs beside it. */
const LARGE = { timeout: 240_000 };
const page = defineTool({
  name: "page",
  description: "Answers a large page.",
  input: z.looseObject({}),
  output: z.object({ text: z.string() }),
  run: async () => ({ text: "x".repeat(SIZE) }),
});

test(
  "a plan of many pages carries the first ones itself and keeps the others, and whoever needs one gets it",
  LARGE,
  async () => {
    const worker = await server().startWorker([page, echo]);
    const fits = Math.ceil(LIMITS.carried_results / SIZE);
    const pages = Array.from({ length: fits + 60 }, (_, place) => ({
      id: `p${place}`,
      title: `Page ${place}`,
      tool_name: "page",
    }));
    const last = pages.at(-1)!.id;
    const all = pages.map(({ id }) => id);
    const plan = await worker.start({
      title: "Many pages",
      max_parallel: 10,
      todos: [
        ...pages,
        { id: "all", title: "All are there", kind: "milestone", depends_on: all.slice(-200) },
        { id: "kept", title: "Kept", tool_name: "page", depends_on: ["all"] },
        { id: "told", title: "Told", tool_name: "page", depends_on: ["all"] },
        {
          id: "whole",
          title: "Whole",
          tool_name: "echo",
          tool_params: { text: { $from: "kept", path: "/text" } },
          depends_on: ["kept"],
        },
        {
          id: "in_text",
          title: "In a text",
          tool_name: "echo",
          tool_params: { text: "Read {{todo.told.result/text}}" },
          depends_on: ["told"],
        },
      ],
    });
    const ended = await plan.result();
    expect(ended.status).toBe("completed");

    const resultOf = async (id: string) => (await plan.todo(id)).result_data;
    expect(await resultOf("p0")).toEqual({ text: "x".repeat(SIZE) });
    expect(await resultOf("told")).toEqual({ text: "x".repeat(SIZE) });
    const reference = { $artifact: expect.stringMatching(/^sha256:/), bytes: SIZE + 11 };
    expect(await resultOf(last)).toMatchObject(reference);
    expect(await resultOf("kept")).toMatchObject(reference);
    expect(await resultOf("whole")).toMatchObject(reference);
    const said = { bytes: SIZE + 16, preview: expect.stringMatching(/^\{"text":"Read xxx/) };
    expect(await resultOf("in_text")).toMatchObject(said);
  },
);
