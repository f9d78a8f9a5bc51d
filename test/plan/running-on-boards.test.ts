import { expect, test } from "vitest";
import { boardOf } from "../../src/plan/views/board/board.ts";
import { withRunning } from "../../src/plan/views/board/fold-board.ts";
import { drive, planOf } from "./support/drive.ts";

test("a board shows what a running tool says now, and no more once it says nothing", () => {
  const { plan } = drive(planOf(["a", "b"], { max_parallel: 1 }));
  const read = boardOf(plan, 10, { "a.1": { percentage: 10, message: "Reading" } });
  const shown = (percentage: number, message?: string, run = 1) => {
    const told = message === undefined ? {} : { progress_message: message };
    const board = withRunning(read, [{ id: "a", run, progress_percentage: percentage, ...told }]);
    const { progress_percentage, progress_message } = board.todos[0]!;
    return [progress_percentage, progress_message, board.plan.progress.percentage];
  };
  expect(shown(50, "Judging")).toEqual([50, "Judging", 25]);
  expect(shown(60)).toEqual([60, undefined, 30]);
  expect(shown(90, "Of another run", 2)).toEqual([10, "Reading", 5]);
});

test.each([
  ["no text", { percentage: 5, message: 7 }, [5, undefined]],
  ["an empty text", { percentage: 5, message: "" }, [5, undefined]],
  ["no percentage", { percentage: "5", message: "Reading" }, [0, "Reading"]],
  ["nothing", null, [0, undefined]],
])("what a worker tells as %s is not shown as it is", (_name, told, shown) => {
  const { plan } = drive(planOf(["a"]));
  const [todo] = boardOf(plan, 10, { "a.1": told as never }).todos;
  expect([todo!.progress_percentage, todo!.progress_message]).toEqual(shown);
});
