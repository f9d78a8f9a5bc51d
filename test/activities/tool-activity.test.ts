import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ActivityCancellationDetails,
  ApplicationFailure,
  CancelledFailure,
} from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createActivities } from "../../src/activities/create-activities.ts";
import { toolActivity, unknownToolActivity } from "../../src/activities/tools/tool-activity.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { TOOL_LACKING, WORKER_STOPPED } from "../../src/contract/tables/temporal-names.ts";
import { ERROR_TYPES } from "../../src/contract/tables/vocabulary.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import type { TodoContext } from "../../src/plan/attempts.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import { defineTool, secret, type Tool, type ToolContext } from "../../src/tools/define-tool.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { abortOf, anyTool, defer, echo } from "../support/plan-tools.ts";
import { createFolder, failureOf } from "../support/tool-context.ts";

const todo: TodoContext = {
  plan_id: "p1",
  todo_id: "t1",
  run: 2,
  title: "Todo",
  attempt: 3,
  idempotency_key: "p1/t1/2",
  input_data: {},
  references: [],
};

/** Failing is what many of these tests are about. */
const logger = new DefaultLogger("ERROR");

interface Beat {
  readonly percentage: number;
  readonly message?: string;
}

/** A tool as the worker would run it, without a worker. */
function wrap(tool: Tool) {
  const environment = new MockActivityEnvironment({}, { logger });
  const beats: Beat[] = [];
  environment.on("heartbeat", (details: Beat) => beats.push(details));
  const workspaces = createFolder();
  const artifacts = createArtifactStore(createFolder());
  const activity = toolActivity(tool, { secrets: createSecrets(NO_KEYS), artifacts, workspaces });
  return {
    environment,
    beats,
    workspaces,
    artifacts,
    run: (args: JsonObject = {}, about = todo) =>
      environment.run<[JsonObject, TodoContext], unknown, typeof activity>(activity, args, about),
  };
}

test("a tool gets its todo, the attempt, a workspace of its plan and a logger", async () => {
  const seen = defer<ToolContext>();
  const wrapped = wrap(anyTool("look", (_args, ctx) => seen.resolve(ctx)));
  await wrapped.run();
  const ctx = await seen.promise;
  const { references: _, ...told } = todo;
  expect(ctx).not.toHaveProperty("references");
  expect(ctx).toMatchObject({ ...told, workspace: join(wrapped.workspaces, "p1") });
  expect(existsSync(ctx.workspace)).toBe(true);
  expect(() => ctx.log.info("told", { by: "the tool" })).not.toThrow();
});

test("what a tool's error says names no place of this server", async () => {
  const wrapped = wrap(
    anyTool("look", (_args, { workspace }) => {
      readFileSync(join(workspace, "data", "gone.csv"));
    }),
  );
  const failure = await failureOf(wrapped.run());
  expect(failure).toMatchObject({
    message: "ENOENT: no such file or directory, open 'data/gone.csv'",
  });
  const outer = wrap(
    anyTool("look", () => {
      throw new Error(`No room in ${outer.workspaces}/p2 and ${outer.workspaces}`);
    }),
  );
  const [place = ""] = outer.workspaces.split("/").slice(-1);
  expect(await failureOf(outer.run())).toMatchObject({ message: `No room in p2 and ${place}` });
});

test.each(["../p1", "..", "a/b", "", "/etc"])("a plan called %j gets no workspace", async (id) => {
  const wrapped = wrap(echo);
  const failure = await failureOf(wrapped.run({}, { ...todo, plan_id: id }));
  expect(failure).toMatchObject({ type: "validation_error" });
});

describe("heartbeats", () => {
  test("carry what the tool reports", async () => {
    const wrapped = wrap(
      anyTool("steps", (_args, ctx) => {
        ctx.progress(40, "nearly half");
        ctx.progress(90);
      }),
    );
    await wrapped.run();
    expect(wrapped.beats).toEqual([
      { percentage: 0 },
      { percentage: 40, message: "nearly half" },
      { percentage: 90 },
    ]);
  });

  test("hold only percentages and short texts, whatever the tool reports", async () => {
    const wrapped = wrap(
      anyTool("wild", (_args, ctx) => {
        for (const percent of [Number.NaN, -5, 250, "7" as unknown as number])
          ctx.progress(percent);
        ctx.progress(1, "x".repeat(100_000));
        ctx.progress(2, { text: "object" } as unknown as string);
      }),
    );
    await wrapped.run();
    const percentages = wrapped.beats.map(({ percentage }) => percentage);
    expect(percentages).toEqual([0, 0, 0, 100, 0, 1, 2]);
    expect(wrapped.beats[5]!.message).toHaveLength(LIMITS.title);
    expect(wrapped.beats[6]!.message).toBe("[object Object]");
  });

  test("go on by themselves while the tool says nothing, and end with it", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const begun = defer<ToolContext>();
    const end = defer<void>();
    const wrapped = wrap(
      anyTool("silent", (_args, ctx) => {
        begun.resolve(ctx);
        return end.promise;
      }),
    );
    const result = wrapped.run();
    (await begun.promise).progress(30, "on my way");
    const before = wrapped.beats.length;
    vi.advanceTimersByTime(3_000);
    expect(wrapped.beats.slice(before)).toEqual(
      Array.from({ length: 3 }, () => ({ percentage: 30, message: "on my way" })),
    );
    end.resolve();
    await result;
    const after = wrapped.beats.length;
    vi.advanceTimersByTime(10_000);
    expect(wrapped.beats).toHaveLength(after);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a cancelled todo", () => {
  const aborted = (make: (reason: unknown) => unknown) => {
    const begun = defer<ToolContext>();
    const wrapped = wrap(
      anyTool("cancelled", async (_args, ctx) => {
        begun.resolve(ctx);
        try {
          return await abortOf(ctx.signal);
        } catch (reason) {
          return make(reason);
        }
      }),
    );
    return { ...wrapped, begun: begun.promise };
  };

  test("aborts the tool's signal, and ends as cancelled whatever error the tool makes of it", async () => {
    const wrapped = aborted(() => {
      throw new ToolError("critical_error", "My connection broke");
    });
    const failure = failureOf(wrapped.run());
    const ctx = await wrapped.begun;
    expect(ctx.signal.aborted).toBe(false);
    wrapped.environment.cancel("CANCELLED");
    expect(await failure).toBeInstanceOf(CancelledFailure);
    expect(ctx.signal.aborted).toBe(true);
  });

  test("keeps its result when the tool finishes all the same", async () => {
    const wrapped = aborted(() => ({ saved: true }));
    const result = wrapped.run();
    await wrapped.begun;
    wrapped.environment.cancel("CANCELLED");
    expect(await result).toEqual({ saved: true });
  });
});

describe("a todo whose worker is told to stop", () => {
  const stop = new ActivityCancellationDetails({ workerShutdown: true });
  const brokenOff = { type: WORKER_STOPPED, nonRetryable: false };

  test.each([
    [true, brokenOff],
    [false, { message: "WORKER_SHUTDOWN" }],
  ])("may begin again by its tool's word: %s", async (repeatable, expected) => {
    const begun = defer<void>();
    const tool = anyTool("stopped", (_args, ctx) => {
      begun.resolve();
      return abortOf(ctx.signal);
    });
    const wrapped = wrap({ ...tool, repeatable });
    const failure = failureOf(wrapped.run());
    await begun.promise;
    wrapped.environment.cancel("WORKER_SHUTDOWN", stop);
    expect(await failure).toMatchObject(expected);
  });

  test("begins again whatever its tool says when that was not called yet", async () => {
    const checking = defer<void>();
    const checked = defer<void>();
    const run = vi.fn<() => string>(() => "done");
    const slow = z.object({}).refine(async () => {
      checking.resolve();
      await checked.promise;
      return true;
    });
    const wrapped = wrap({ ...anyTool("slow", run), input: slow });
    const failure = failureOf(wrapped.run());
    await checking.promise;
    wrapped.environment.cancel("WORKER_SHUTDOWN", stop);
    checked.resolve();
    expect(await failure).toMatchObject(brokenOff);
    expect(run).not.toHaveBeenCalled();
  });
});

describe("arguments and results", () => {
  const strict = defineTool({
    name: "strict",
    description: "Counts",
    input: z.strictObject({ path: z.string(), times: z.int().min(1) }),
    output: z.object({ total: z.number().transform((total) => total * 2) }),
    run: ({ path, times }) => ({ total: path.length * times }),
  });

  test("are checked with the tool's schemas, and the schema's output is what is kept", async () => {
    expect(await wrap(strict).run({ path: "abc", times: 2 })).toEqual({ total: 12 });
  });

  test("that do not fit fail, each place named", async () => {
    const failure = (await failureOf(
      wrap(strict).run({ path: 7, times: 0 }),
    )) as ApplicationFailure;
    expect(failure).toMatchObject({ type: "validation_error" });
    expect(failure.message).toMatch(/^Its arguments are not accepted: \/path: .* \/times: /);
  });

  test("may be checked by what takes time", async () => {
    const slow = defineTool({
      name: "slow_check",
      description: "Asks first",
      input: z.object({ id: z.string().refine(async (id) => id === "known", "is not known") }),
      output: z.unknown(),
      run: ({ id }) => id,
    });
    expect(await wrap(slow).run({ id: "known" })).toBe("known");
    expect(await failureOf(wrap(slow).run({ id: "other" }))).toMatchObject({
      message: "Its arguments are not accepted: /id: is not known",
    });
  });

  test("of an artifact are read from the store, as a whole or in part", async () => {
    const wrapped = wrap(echo);
    const $artifact = await wrapped.artifacts.put(
      Buffer.from('{"rows":[{"n":1},{"n":2}]}'),
      "plan-p1",
    );
    const args = { all: { $artifact }, one: [{ $artifact, path: "/rows/1" }], plain: { a: 1 } };
    const references = ["/args/all", "/args/one/0"];
    expect(await wrapped.run(args, { ...todo, references })).toEqual({
      all: { rows: [{ n: 1 }, { n: 2 }] },
      one: [{ n: 2 }],
      plain: { a: 1 },
    });
  });
});

describe("failures", () => {
  test.each(ERROR_TYPES)("of type %s leave it to the plan what follows", async (type) => {
    const wrapped = wrap(
      anyTool("fails", () => {
        throw new ToolError(type, "because");
      }),
    );
    expect(await failureOf(wrapped.run())).toMatchObject({
      type,
      nonRetryable: false,
      message: "because",
    });
  });

  test("of a ToolError from another copy of the package keep their type", async () => {
    const wrapped = wrap(
      anyTool("fails", () => {
        throw Object.assign(new Error("copy"), { name: "ToolError", type: "critical_error" });
      }),
    );
    expect(await failureOf(wrapped.run())).toMatchObject({ type: "critical_error" });
  });

  test("of Temporal's own kind keep their type and whether to try again, and nothing else", async () => {
    const wrapped = wrap(
      anyTool("fails", () => {
        const details = [{ secret: 1 }, 1n];
        throw ApplicationFailure.nonRetryable("own", "timeout", ...details);
      }),
    );
    const failure = (await failureOf(wrapped.run())) as ApplicationFailure;
    expect(failure).toMatchObject({ type: "timeout", nonRetryable: true, message: "own" });
    expect(failure.details ?? []).toEqual([]);
    expect(failure.cause).toBeUndefined();
  });

  const refused = new Error("connect ECONNREFUSED 127.0.0.1:1");
  test.each<[string, unknown, string]>([
    [
      "of fetch say what was refused",
      new TypeError("fetch failed", { cause: refused }),
      "fetch failed: connect ECONNREFUSED 127.0.0.1:1",
    ],
    [
      "of several say each once",
      new AggregateError([refused, new Error("no route"), refused], "All hosts failed."),
      "All hosts failed: connect ECONNREFUSED 127.0.0.1:1: no route",
    ],
    [
      "of services are told by their message",
      { message: "quota exceeded", status: 429 },
      "quota exceeded",
    ],
    [
      "that are plain objects say what is in them",
      { status: 503, body: "down" },
      'The tool threw {"status":503,"body":"down"}.',
    ],
    [
      "that are the cause of another say what is in them",
      new Error("upstream", { cause: { status: 503 } }),
      'upstream: {"status":503}',
    ],
    [
      "that do not let themselves be read are told all the same",
      Object.defineProperty({}, "body", {
        enumerable: true,
        get: () => expect.fail("It was read."),
      }),
      "The tool threw [object Object].",
    ],
    ["with a code alone are told by it", Object.assign(new Error(""), { code: "EPIPE" }), "EPIPE"],
  ])("%s", async (_, thrown, message) => {
    const wrapped = wrap(
      anyTool("fails", () => {
        throw thrown;
      }),
    );
    expect(await failureOf(wrapped.run())).toMatchObject({ message });
  });

  test("that are plain objects say no secret that the tool was given", async () => {
    const padding = "x".repeat(LIMITS.error_message - 60);
    const login = defineTool({
      name: "login",
      description: "Signs in",
      input: z.object({ token: secret(z.string()) }),
      output: z.unknown(),
      run: ({ token }) => {
        throw { status: 401, padding, sent: token };
      },
    });
    const failure = (await failureOf(
      wrap(login).run({ token: "correct horse battery staple, and so on" }),
    )) as ApplicationFailure;
    expect(failure.message).toContain('{"status":401');
    expect(failure.message).not.toContain("correct");
  });

  test("of a tool that is not there name the tools that are", async () => {
    const environment = new MockActivityEnvironment({ activityType: "reed_file" }, { logger });
    const failure = failureOf(
      environment.run(unknownToolActivity(["read_file", "wait"]), {}, todo),
    );
    expect(await failure).toMatchObject({
      type: TOOL_LACKING,
      nonRetryable: false,
      message: 'This worker has no tool "reed_file"; it has read_file, wait.',
    });
  });
});

test("a worker's activities are its tools, those that plans need, and the answer for unknown tools", async () => {
  const artifacts = createArtifactStore(createFolder());
  const activities = createActivities([echo], {
    secrets: createSecrets(NO_KEYS),
    artifacts,
    workspaces: createFolder(),
    model: null,
  });
  expect(Object.keys(activities).toSorted()).toEqual([
    "default",
    "echo",
    "holdpoint.archive",
    "holdpoint.delete_plan",
    "holdpoint.delete_run",
    "holdpoint.deliver",
    "holdpoint.find_ended",
    "holdpoint.follow_news",
    "holdpoint.instantiate_template",
    "holdpoint.keep_conversation",
    "holdpoint.model_turn",
    "holdpoint.plan_goal",
    "holdpoint.read_agent",
    "holdpoint.read_ended",
    "holdpoint.read_result",
    "holdpoint.replan",
    "holdpoint.report_goal",
    "holdpoint.run_segment",
    "holdpoint.write_output",
  ]);
  const events = [{ seq: 1, type: "plan.created" as const, at: "2026-01-01T00:00:00Z", by: "a" }];
  const reference = await activities["holdpoint.archive"]({ plan_id: "p1", part: { events } });
  expect(JSON.parse(Buffer.from(await artifacts.get(reference)).toString())).toEqual({
    plan_id: "p1",
    events,
  });
});
