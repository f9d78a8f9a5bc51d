import type { ConcludeActivationInput } from "@temporalio/workflow";
import { describe, expect, test } from "vitest";
import { TASK_TO_COME } from "../../src/contract/tables/temporal-names.ts";
import { interceptors } from "../../src/workflows/refuse-early-activation.ts";

type Commands = ConcludeActivationInput["commands"];
type Activate = NonNullable<
  NonNullable<ReturnType<typeof interceptors>["internals"]>[number]["activate"]
>;
type Activation = Parameters<Activate>[0]["activation"];

const UPSERT: Commands = [{ modifyWorkflowProperties: {} }];
const REFUSED: Commands = [{ updateResponse: { protocolInstanceId: "u", rejected: {} } }];
const ACCEPTED: Commands = [{ updateResponse: { protocolInstanceId: "u", accepted: {} } }];

/** A workflow in a worker's memory, as the SDK drives it; `task` is the second of its task. */
function workflow() {
  const [internals] = interceptors().internals!;
  return (
    step: {
      task: number;
      historyLength: number;
      replay?: true;
      asked?: true;
      cancelled?: true;
      fired?: number;
    },
    commands: Commands = [],
  ): "done" => {
    const { task, historyLength, replay = false, asked, cancelled, fired } = step;
    const result = cancelled ? { cancelled: {} } : { completed: {} };
    const happened =
      fired === undefined ? { resolveActivity: { seq: 9, result } } : { fireTimer: { seq: fired } };
    const jobs = [asked ? { queryWorkflow: {} } : happened];
    const timestamp = { seconds: task, nanos: 0 };
    const activation = { timestamp, historyLength, isReplaying: replay, jobs };
    const input = { activation: activation as unknown as Activation, batchIndex: 0 };
    internals!.activate!(input, () => undefined);
    internals!.concludeActivation!({ commands }, (output) => output);
    return "done";
  };
}

describe("a step that never became a part of the history", () => {
  test("is not built upon: a dead worker's task, which another one ran to answer a question", () => {
    const run = workflow();
    run({ task: 69, historyLength: 69, replay: true }, UPSERT);
    // Its task began at event 79, was given up at 80, and comes again at 82.
    run({ task: 79, historyLength: 79 }, UPSERT);
    run({ task: 79, historyLength: 79, asked: true });
    expect(() => run({ task: 84, historyLength: 82 }, ACCEPTED)).toThrow(TASK_TO_COME);
  });

  test("is not built upon: what was run for a question, and again comes with its own task", () => {
    const run = workflow();
    run({ task: 79, historyLength: 79 }, UPSERT);
    expect(() => run({ task: 79, historyLength: 79 }, ACCEPTED)).toThrow(TASK_TO_COME);
  });

  test("is not built upon: it began a todo, and nothing else", () => {
    const run = workflow();
    run({ task: 33, historyLength: 33 }, [{ scheduleActivity: {} }]);
    expect(() => run({ task: 38, historyLength: 36 }, ACCEPTED)).toThrow(TASK_TO_COME);
  });

  test("is not built upon: it only called off a timer and began another", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3 }, [{ startTimer: { seq: 1 } }]);
    run({ task: 33, historyLength: 33 }, [{ cancelTimer: { seq: 1 } }, { startTimer: { seq: 2 } }]);
    expect(() => run({ task: 38, historyLength: 36 }, ACCEPTED)).toThrow(TASK_TO_COME);
  });

  test("is not built upon: it only told another workflow something", () => {
    const run = workflow();
    run({ task: 33, historyLength: 33 }, [{ signalExternalWorkflowExecution: {} }]);
    expect(() => run({ task: 38, historyLength: 36 }, ACCEPTED)).toThrow(TASK_TO_COME);
  });

  test("harms nothing when it gave nothing", () => {
    const run = workflow();
    run({ task: 79, historyLength: 79 });
    expect(run({ task: 84, historyLength: 82 }, ACCEPTED)).toBe("done");
  });
});

describe("a workflow goes on", () => {
  test("after a task that was completed: the history has what it gave", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3 }, [...UPSERT, { upsertWorkflowSearchAttributes: {} }]);
    run({ task: 4, historyLength: 8 }, UPSERT);
    expect(run({ task: 5, historyLength: 12 })).toBe("done");
  });

  test("after an update that was refused, of which Temporal keeps nothing", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3 }, UPSERT);
    for (const task of [4, 5, 6]) run({ task, historyLength: 7 }, REFUSED);
    expect(run({ task: 7, historyLength: 7 }, ACCEPTED)).toBe("done");
  });

  test("after a timer that was started and called off at once, of which the history has nothing", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3 }, [{ startTimer: {} }, { cancelTimer: {} }]);
    expect(run({ task: 4, historyLength: 6 }, UPSERT)).toBe("done");
  });

  test("after it called off an activity, whose end it hears within the same task", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3 }, [{ scheduleActivity: {} }]);
    run({ task: 4, historyLength: 7 }, [
      ...ACCEPTED,
      { requestCancelActivity: {} },
      { startTimer: {} },
    ]);
    run({ task: 4, historyLength: 7, cancelled: true }, [...UPSERT, { cancelTimer: {} }]);
    expect(run({ task: 5, historyLength: 13 }, UPSERT)).toBe("done");
  });

  test("after it called off a timer that fires in the same task, of which the history has nothing", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3 }, [{ startTimer: { seq: 1 } }]);
    run({ task: 4, historyLength: 8, fired: 1 }, [{ cancelTimer: { seq: 1 } }, ...UPSERT]);
    expect(run({ task: 5, historyLength: 12 }, UPSERT)).toBe("done");
  });

  test("through a replay, whatever its history says", () => {
    const run = workflow();
    run({ task: 3, historyLength: 3, replay: true }, UPSERT);
    run({ task: 3, historyLength: 4, replay: true }, UPSERT);
    expect(run({ task: 4, historyLength: 5 }, UPSERT)).toBe("done");
  });
});
