import { expect, test } from "vitest";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";

const fails = anyTool("fails_once", (_, { attempt }) => {
  if (attempt === 1) throw new ToolError("api_error", "The line is busy.");
  return "done";
});
const api = useApi({ tools: [fails] });

test(
  "a todo goes on whose next attempt was due in the moment of a pause that interrupts",
  { timeout: 60_000 },
  async () => {
    const { id } = await api().create({
      id: "ship-pause-at-attempt",
      title: "Paused as it begins",
      failure: { api_error: { action: "RETRY", max_retries: 1, retry_delay: 2 } },
      todos: [{ id: "a", title: "A", tool_name: "fails_once" }],
    });
    await api().watch.until(id, async () => {
      const { error_type } = await api().get<Todo>(`/v1/plans/${id}/todos/a`);
      return error_type === "api_error";
    });
    await api().stopWorker();
    const handle = api().client.workflow.getHandle(`plan-${id}`);
    await handle.signal("pause", { mode: "interrupt" });
    // Once the timer has rung, too, the next worker finds both at once.
    await expect
      .poll(
        async () => {
          const { events } = await handle.fetchHistory();
          return events!.some(({ timerFiredEventAttributes: rung }) => rung != null);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await api().startWorker();
    expect((await api().post(`/v1/plans/${id}/resume`)).status).toBe(200);
    expect(await api().untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [{ status: "completed", run: 1 }],
    });
  },
);
