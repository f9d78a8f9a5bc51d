import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createApp } from "../../src/api/app.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { PlanSchedule, ScheduleSummary } from "../../src/contract/schedule.ts";
import type { ProblemCode } from "../../src/contract/tables/problems.ts";
import type { SavedTemplate } from "../../src/contract/template.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

/** Who waits for the tool to be called with these words, and in which plan it was. */
const waiting = new Map<string, (planId: string) => void>();
const called = (words: string): Promise<string> =>
  new Promise((resolve) => waiting.set(words, resolve));
const tell = defineTool({
  name: "tell",
  description: "Tells the test that it ran",
  input: z.strictObject({ words: z.string() }),
  output: z.null(),
  run({ words }, { plan_id }) {
    waiting.get(words)?.(plan_id);
    return null;
  },
});

const api = useApi({ tools: [tell] });

const put = (path: string, body: object) => api().send("PUT", path, body);

async function templateOf(id: string): Promise<void> {
  const response = await put(`/v1/templates/${id}`, {
    title: "Report",
    parameters: [{ name: "words" }],
    plan: {
      title: "Report {{param.words}}",
      todos: [{ title: "tell", tool_name: "tell", tool_params: { words: "{{param.words}}" } }],
    },
  });
  if (!response.ok) throw new Error(await response.text());
}

async function schedule(id: string, more: object = {}): Promise<PlanSchedule> {
  await templateOf(id);
  const body = { template_id: id, values: { words: id }, cron: ["0 9 * * MON"], ...more };
  const response = await put(`/v1/schedules/${id}`, body);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as PlanSchedule;
}

async function act(id: string, action: string, body: object = {}): Promise<PlanSchedule> {
  const response = await api().post(`/v1/schedules/${id}/${action}`, body);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as PlanSchedule;
}

describe("a schedule", () => {
  test("tells when it runs next, in its time zone", async () => {
    const made = await schedule("weekly", { timezone: "Asia/Seoul" });
    expect(made.next_runs.length).toBeGreaterThan(1);
    for (const time of made.next_runs) {
      // Nine o'clock on a Monday in Seoul is midnight in Greenwich.
      expect(time).toMatch(/T00:00:00.000Z$/);
      expect(new Date(time).getUTCDay()).toBe(1);
    }
  });

  test("runs by calendar and interval as well", async () => {
    const calendars = [{ hour: 7, minute: 30, month: ["JANUARY", { start: "MAY", end: "JUNE" }] }];
    const made = await schedule("calendar", { cron: undefined, calendars });
    expect(made.next_runs[0]).toMatch(/-(01|05|06)-\d\dT07:30:00/);
    const every = await schedule("every", {
      cron: undefined,
      intervals: [{ every_seconds: 3_600, offset_seconds: 60 }],
    });
    expect(every.next_runs[0]).toMatch(/T\d\d:01:00/);
  });

  test("starts a plan of its template, as the template is then", async () => {
    await schedule("now");
    const ran = called("now");
    await act("now", "trigger");
    const planId = await ran;
    const plan = await api().untilEnded(planId);
    expect(plan).toMatchObject({ title: "Report now", owner: "local-operator" });
    const { recent_runs } = await api().get<PlanSchedule>("/v1/schedules/now");
    expect(recent_runs.map(({ plan_id }) => plan_id)).toContain(planId);
  });

  test("makes up for times that are over", async () => {
    await schedule("late", { cron: ["0 9 * * *"], paused: true });
    const ran = called("late");
    await act("late", "backfill", { from: "2026-11-02T08:00:00Z", to: "2026-11-02T10:00:00Z" });
    expect(await ran).toBe("late-2026-11-02T09-00-00Z");
    const plan = await api().get<PlanView>("/v1/plans/late-2026-11-02T09-00-00Z");
    expect(plan.title).toBe("Report late");
  });

  test("says how many times it would make up for, and starts none before it is told to", async () => {
    await schedule("counted", { cron: ["0 9 * * *"], paused: true });
    const look = (from: string, to: string) =>
      api().post("/v1/schedules/counted/backfill?validate_only=true", { from, to });
    const told = await look("2026-11-02T09:00:00Z", "2026-11-04T09:00:00Z");
    // Both ends count.
    expect(await told.json()).toMatchObject({ validate_only: true, times: 3, runs: 0 });
    expect(await api().get("/v1/schedules/counted")).toMatchObject({ runs: 0, recent_runs: [] });
    const refused = async (from: string, to: string): Promise<unknown> => {
      const answer = api().post("/v1/schedules/counted/backfill", { from, to });
      return (await problemOf(answer, "validation_failed")).errors;
    };
    const because = (detail: string) => [
      { pointer: "/to", detail: expect.stringContaining(detail) as string },
    ];
    expect(await refused("2026-11-02T10:00:00Z", "2026-11-03T08:00:00Z")).toMatchObject(
      because("at least one time"),
    );
    expect(await refused("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z")).toMatchObject(
      because("at most 500 times"),
    );
    expect(await refused("2026-11-02T00:00:00Z", "2199-01-01T00:00:00Z")).toMatchObject(
      because("in the future"),
    );
    expect(await api().get("/v1/schedules/counted")).toMatchObject({ runs: 0 });
  });

  test("keeps its template: what it needs is not deleted", async () => {
    await schedule("needed");
    const problem = await problemOf(
      api().request("DELETE", "/v1/templates/needed"),
      "template_in_use",
    );
    expect(problem.detail).toBe('These schedules start plans from the template "needed": needed.');
    await api().request("DELETE", "/v1/schedules/needed");
    expect((await api().request("DELETE", "/v1/templates/needed")).status).toBe(204);
  });

  test("is not kept when its template is deleted while it is saved", async () => {
    await templateOf("raced");
    const { schedules, templates } = api().deps;
    const app = createApp({
      ...api().deps,
      schedules: {
        ...schedules,
        async put(...given) {
          const saved = await schedules.put(...given);
          await templates.delete("raced");
          return saved;
        },
      },
    });
    const body = { template_id: "raced", values: { words: "raced" }, cron: ["0 9 * * MON"] };
    const saved = app.request("/v1/schedules/raced", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await problemOf(saved, "template_not_found");
    await problemOf(api().request("GET", "/v1/schedules/raced"), "schedule_not_found");
  });

  test("waits while it is paused, and says who paused it and why beside its own note", async () => {
    await schedule("rest", { note: "for the team" });
    const resting = {
      paused: true,
      paused_because: "local-operator: holiday",
      note: "for the team",
    };
    expect(await act("rest", "pause", { reason: "holiday" })).toMatchObject(resting);
    // Other rules resume nothing, and whoever saves them with `paused` says so.
    expect(await schedule("rest", { cron: ["@daily"] })).toMatchObject(resting);
    const { schedules } = await api().get<{ schedules: ScheduleSummary[] }>("/v1/schedules");
    expect(schedules.find(({ id }) => id === "rest")).toMatchObject(resting);
    const running = { paused: false, paused_because: null, note: "for the team" };
    expect(await act("rest", "resume")).toMatchObject(running);
    // Without a reason, who did it.
    const again = { paused: true, paused_because: "local-operator", note: null };
    expect(await schedule("rest", { paused: true, note: null })).toMatchObject(again);
    expect(await schedule("rest", { paused: false, note: "new" })).toMatchObject({
      paused: false,
      paused_because: null,
      note: "new",
    });
  });

  test("that is paused again without a reason still says who paused it first, and why", async () => {
    await schedule("twice", { note: "팀을 위해" });
    await act("twice", "pause", { reason: "설 연휴" });
    const resting = { paused: true, paused_because: "local-operator: 설 연휴", note: "팀을 위해" };
    const again = await Promise.all([1, 2, 3].map(() => act("twice", "pause")));
    for (const told of again) expect(told).toMatchObject(resting);
    // Whoever has another reason says it.
    expect(await act("twice", "pause", { reason: "inventory" })).toMatchObject({
      paused_because: "local-operator: inventory",
    });
    // Temporal's own people may pause without a word.
    await api().client.schedule.getHandle("holdpoint-twice").pause("");
    await act("twice", "resume");
    expect(await act("twice", "pause")).toMatchObject({ paused_because: "local-operator" });
  });

  test("has no next run while it is paused, and has one again when it goes on", async () => {
    const runsNext = async (): Promise<readonly string[][]> => {
      const { schedules } = await api().get<{ schedules: ScheduleSummary[] }>("/v1/schedules");
      const one = await api().get<PlanSchedule>("/v1/schedules/no-next");
      return [one, schedules.find(({ id }) => id === "no-next")!].map(({ next_runs }) => next_runs);
    };
    expect((await schedule("no-next", { paused: true })).next_runs).toEqual([]);
    expect(await runsNext()).toEqual([[], []]);
    await act("no-next", "resume");
    await expect.poll(async () => (await runsNext())[0]?.length).toBeGreaterThan(0);
    expect((await act("no-next", "pause")).next_runs).toEqual([]);
  });

  test.each<[string, object, string | number, ProblemCode]>([
    [
      "urgent",
      { tool_name: "tell", tool_params: { words: "{{param.x}}" } },
      7,
      "invalid_tool_input",
    ],
    ["after", { depends_on: ["{{param.x}}"] }, "nobody", "unknown_dependency"],
  ])(
    "with values of which no plan can be made is to be corrected itself, and no plan: %s",
    async (id, todo, x, code) => {
      const type = typeof x === "number" ? "number" : "text";
      const saved = await put(`/v1/templates/${id}`, {
        title: "Urgent",
        parameters: [{ name: "x", type, default: type === "text" ? "write" : 1 }],
        plan: {
          title: "Urgent",
          todos: [
            { id: "write", title: "Write" },
            { title: "Tell", ...todo },
          ],
        },
      });
      expect(saved.status).toBe(201);
      const body = { template_id: id, values: { x }, cron: ["@daily"] };
      expect(await problemOf(put(`/v1/schedules/${id}`, body), code)).toMatchObject({
        hint: expect.stringContaining("save the schedule again") as string,
        errors: [{ pointer: "/values/x" }],
      });
      await problemOf(api().request("GET", `/v1/schedules/${id}`), "schedule_not_found");
    },
  );

  test("that somebody pauses while its rules are saved stays paused", async () => {
    await schedule("paused-meanwhile");
    const handle = api().client.schedule.getHandle("holdpoint-paused-meanwhile");
    const { workflowService } = api().client;
    const updateSchedule = workflowService.updateSchedule.bind(workflowService);
    const saves = vi.spyOn(workflowService, "updateSchedule");
    onTestFinished(() => saves.mockRestore());
    // After the schedule was read, and before its rules are written.
    saves.mockImplementationOnce((async (request: Parameters<typeof updateSchedule>[0]) => {
      await handle.pause("by the night shift");
      return updateSchedule(request);
    }) as typeof updateSchedule);
    expect(await schedule("paused-meanwhile", { cron: ["30 8 * * *"] })).toMatchObject({
      cron: ["30 8 * * *"],
      paused: true,
      paused_because: "by the night shift",
    });
  });

  test("that others change all the time is left to them, and a repeat may fare better", async () => {
    await schedule("busy");
    const handle = api().client.schedule.getHandle("holdpoint-busy");
    const { workflowService } = api().client;
    const updateSchedule = workflowService.updateSchedule.bind(workflowService);
    const saves = vi.spyOn(workflowService, "updateSchedule");
    onTestFinished(() => saves.mockRestore());
    let pauses = 0;
    saves.mockImplementation((async (request: Parameters<typeof updateSchedule>[0]) => {
      await handle.pause(`pause ${(pauses += 1)}`);
      return updateSchedule(request);
    }) as typeof updateSchedule);
    const rules = { template_id: "busy", values: { words: "busy" }, cron: ["30 8 * * *"] };
    const refused = await put("/v1/schedules/busy", rules);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await problemOf(refused, "schedule_changed");
    saves.mockRestore();
    expect(await api().get("/v1/schedules/busy")).toMatchObject({
      cron: ["0 9 * * MON"],
      paused_because: `pause ${pauses}`,
    });
    expect(await schedule("busy", { cron: ["30 8 * * *"] })).toMatchObject({
      cron: ["30 8 * * *"],
      paused: true,
    });
  });

  test("shows its own note in Temporal, too, and there whoever paused it and why", async () => {
    await schedule("in-temporal", { note: "for the team" });
    const handle = api().client.schedule.getHandle("holdpoint-in-temporal");
    const told = async () => (await handle.describe()).state.note;
    expect(await told()).toBe("for the team");
    await act("in-temporal", "pause", { reason: "holiday" });
    expect(await told()).toBe("local-operator: holiday");
    await act("in-temporal", "resume");
    expect(await told()).toBe("for the team");
    // As by a hand in Temporal's UI.
    await handle.pause("by the night shift");
    expect(await api().get("/v1/schedules/in-temporal")).toMatchObject({
      paused_because: "by the night shift",
      note: "for the team",
    });
    await handle.unpause("over");
    expect(await api().get("/v1/schedules/in-temporal")).toMatchObject({
      paused_because: null,
      note: "for the team",
    });
  });

  test("takes other rules, but no other template", async () => {
    await schedule("rules");
    const changed = await schedule("rules", { cron: ["30 8 * * *"] });
    expect(changed.next_runs[0]).toMatch(/T08:30/);
    expect(changed.cron).toEqual(["30 8 * * *"]);
    await templateOf("other");
    const body = { template_id: "other", values: { words: "x" }, cron: ["@daily"] };
    const problem = await problemOf(await put("/v1/schedules/rules", body), "validation_failed");
    expect(problem.errors?.[0]?.pointer).toBe("/template_id");
  });

  test("runs by the wall clock of its time zone: not at a time that the clocks leave out, twice at one that comes twice", async () => {
    const timezone = "America/New_York";
    const forward = await schedule("spring", { timezone, cron: ["0 30 2 13-15 3 * 2027"] });
    expect(forward.next_runs).toEqual(["2027-03-13T07:30:00.000Z", "2027-03-15T06:30:00.000Z"]);
    const back = await schedule("autumn", { timezone, cron: ["0 30 1 6-8 11 * 2027"] });
    expect(back.next_runs).toEqual([
      "2027-11-06T05:30:00.000Z",
      "2027-11-07T05:30:00.000Z",
      "2027-11-07T06:30:00.000Z",
      "2027-11-08T06:30:00.000Z",
    ]);
  });

  test("that was read can be saved again, with what is told of it", async () => {
    const times = { cron: ["0 9 * * *"], timezone: "Asia/Seoul", catchup_seconds: 60 };
    const read = await schedule("as-read", { ...times, paused: true, note: "not yet" });
    const saved = await put("/v1/schedules/as-read", { ...read, cron: ["30 9 * * *"] });
    expect(await saved.json()).toEqual({
      ...read,
      cron: ["30 9 * * *"],
      next_runs: expect.arrayContaining([]) as string[],
    });
    // What was read under one name is not taken for another.
    const other = put("/v1/schedules/as-read-2", read);
    const problem = await problemOf(other, "validation_failed");
    expect(problem.errors).toMatchObject([{ pointer: "/id" }]);
    await problemOf(api().request("GET", "/v1/schedules/as-read-2"), "schedule_not_found");
  });

  test("says of each run why it made no plan, or why its plan failed", async () => {
    await schedule("failing", { paused: true });
    const ran = called("failing");
    await act("failing", "trigger");
    const plan_id = await ran;
    expect(await api().untilEnded(plan_id)).toMatchObject({ status: "completed" });
    const asked = async () => (await api().get<PlanSchedule>("/v1/schedules/failing")).recent_runs;
    expect(await asked()).toMatchObject([{ plan_id, failed_because: null }]);
    // The template asks for more than the schedule gives.
    await put("/v1/templates/failing", {
      title: "Report",
      parameters: [{ name: "words" }, { name: "day" }],
      plan: { title: "{{param.words}} {{param.day}}", todos: [{ title: "a" }] },
    });
    // The API starts no run that cannot make a plan; the clock does.
    const handle = api().client.schedule.getHandle("holdpoint-failing");
    await handle.trigger();
    await expect
      .poll(async () => (await asked()).at(-1)?.failed_because, { timeout: 30_000 })
      .toContain("/values/day");
    const { schedules } = await api().get<{ schedules: ScheduleSummary[] }>("/v1/schedules");
    expect(schedules.find(({ id }) => id === "failing")?.last_run).toMatchObject({
      failed_because: expect.stringContaining("/values/day") as string,
    });
  });

  test("that a saved template leaves behind is named at once", async () => {
    await schedule("left-behind");
    const save = async (parameters: { name: string; default?: string }[]): Promise<unknown> => {
      const title = parameters.map(({ name }) => `{{param.${name}}}`).join(" ");
      const plan = { title: "Report", todos: [{ title }] };
      const saved = await put("/v1/templates/left-behind", { title: "R", parameters, plan });
      expect(saved.status).toBe(200);
      return ((await saved.json()) as SavedTemplate).unfit_schedules;
    };
    expect(await save([{ name: "words" }])).toEqual([]);
    // It is saved all the same: whoever changes both begins with one of them.
    expect(await save([{ name: "words" }, { name: "day" }])).toMatchObject([
      { id: "left-behind", detail: expect.stringContaining("/values/day") as string },
    ]);
    expect(await save([{ name: "words" }, { name: "day", default: "Monday" }])).toEqual([]);
  });

  test("of a template whose tool is gone is refused as the template is, saved or triggered", async () => {
    await schedule("renamed");
    const template = await api().get<{ parameters: []; plan: JsonObject }>("/v1/templates/renamed");
    // As before the tool was renamed: the API saves no template of a tool that is not there.
    const todos = [{ title: "tell", tool_name: "tel", tool_params: { words: "x" } }];
    await api().deps.templates.save({
      ...template,
      id: "renamed",
      title: "Report",
      description: null,
      plan: { ...template.plan, todos },
      saved_by: "ops",
    });
    const values = { words: "x" };
    const refusals = [
      api().post("/v1/templates/renamed/plans", { values }),
      api().post("/v1/schedules/renamed/trigger", {}),
      api().post("/v1/schedules/renamed/backfill", {
        from: "2026-11-02T00:00:00Z",
        to: "2026-11-10T00:00:00Z",
      }),
      put("/v1/schedules/renamed", { template_id: "renamed", values, cron: ["@daily"] }),
    ];
    for (const refused of refusals) {
      const problem = await problemOf(refused, "unknown_tool");
      expect(problem.detail).toContain('There is no tool "tel"; did you mean "tell"?');
    }
    expect(await api().get<PlanSchedule>("/v1/schedules/renamed")).toMatchObject({ runs: 0 });
  });

  test("blames no run for what an operator ended once its plan was made", async () => {
    await schedule("made", { paused: true });
    await put("/v1/templates/made", {
      title: "Report",
      parameters: [{ name: "words" }],
      plan: { title: "{{param.words}}", todos: [{ title: "Ask", requires_approval: true }] },
    });
    await act("made", "trigger");
    const runs = async () => (await api().get<PlanSchedule>("/v1/schedules/made")).recent_runs;
    await expect.poll(async () => (await runs()).length, { timeout: 30_000 }).toBe(1);
    const { plan_id } = (await runs())[0]!;
    const read = async () => (await api().request("GET", `/v1/plans/${plan_id}`)).status;
    await expect.poll(read, { timeout: 30_000 }).toBe(200);
    await api().untilHolds(plan_id);
    const { info } = await api().client.schedule.getHandle("holdpoint-made").describe();
    const { workflowId } = info.recentActions[0]!.action.workflow;
    await api().client.workflow.getHandle(workflowId).terminate("by hand");
    expect(await runs()).toMatchObject([{ plan_id, failed_because: null }]);
    await api().post(`/v1/plans/${plan_id}/cancel`, {});
    await api().untilEnded(plan_id);
  });

  test("counts the times at which its plan still ran apart from those that an outage lost", async () => {
    await put("/v1/templates/often", {
      title: "Often",
      plan: { title: "Often", todos: [{ title: "Ask", requires_approval: true }] },
    });
    const intervals = [{ every_seconds: 1 }];
    const made = await put("/v1/schedules/often", { template_id: "often", intervals });
    expect(await made.json()).toMatchObject({ catchup_seconds: 86_400, missed: 0, skipped: 0 });
    const listed = async () =>
      (await api().get<{ schedules: ScheduleSummary[] }>("/v1/schedules")).schedules.find(
        ({ id }) => id === "often",
      );
    await expect
      .poll(async () => (await listed())?.skipped, { timeout: 30_000 })
      .toBeGreaterThan(0);
    await act("often", "pause");
    expect(await listed()).toMatchObject({ missed: 0 });
    const { plan_id } = (await listed())!.last_run!;
    await api().post(`/v1/plans/${plan_id}/cancel`, {});
    await api().untilEnded(plan_id);
  });

  test("starts nothing once its template is deleted, and says so", async () => {
    await schedule("bare");
    // As by a hand in Temporal: the API keeps what a schedule needs.
    await api().deps.templates.delete("bare");
    const now = api().post("/v1/schedules/bare/trigger", {});
    await problemOf(now, "template_not_found");
    const period = { from: "2026-11-02T00:00:00Z", to: "2026-11-10T00:00:00Z" };
    const past = api().post("/v1/schedules/bare/backfill", period);
    await problemOf(past, "template_not_found");
    expect(await api().get<PlanSchedule>("/v1/schedules/bare")).toMatchObject({ runs: 0 });
  });

  test("is gone when it is deleted", async () => {
    await schedule("removed");
    const response = await api().request("DELETE", "/v1/schedules/removed");
    expect(response.status).toBe(204);
    const missing = await api().request("GET", "/v1/schedules/removed");
    await problemOf(missing, "schedule_not_found");
  });
});

test.each([
  [{ cron: ["61 8 * * *"] }, "/cron/0", "Minute is not in range"],
  [{ cron: ["@daily", "often"] }, "/cron", "cannot be read"],
  [
    { intervals: [{ every_seconds: 60, offset_seconds: 60 }] },
    "/intervals/0/offset_seconds",
    'must be less than "every_seconds"',
  ],
  [{ timezone: "asia/seul" }, "/timezone", 'Did you mean "Asia/Seoul"?'],
  [{ timezone: "Mars/Olympus" }, "/timezone", 'no time zone "Mars/Olympus".'],
])("what cannot be read in %j is said with its place", async (change, pointer, detail) => {
  await templateOf("places");
  const body = { template_id: "places", values: { words: "x" }, cron: ["@daily"], ...change };
  const problem = await problemOf(put("/v1/schedules/places", body), "validation_failed");
  expect(problem.errors).toMatchObject([
    { pointer, detail: expect.stringContaining(detail) as string },
  ]);
});

describe("a cron expression that Temporal would read otherwise than cron", () => {
  test.each([
    ["the first Monday", "0 8 * * MON#1", "every Monday", '"calendars"'],
    ["seconds without a year", "0 0 8 * * *", "six fields", '"0 8 * * *" is every day'],
    ["a zone", "CRON_TZ=Asia/Seoul 0 8 * * *", "time zone", "--timezone"],
    ["a zone, written shorter", "TZ=Asia/Seoul 0 8 * * *", "time zone", "--timezone"],
    ["the 13th and every Friday", "0 8 13 * FRI", "either", "two expressions"],
    ["the same with seconds and year", "0 0 8 13 * 5 2030", "either", "two expressions"],
  ])("is refused with what says the same: %s", async (_, cron, why, hint) => {
    await templateOf("crons");
    const body = { template_id: "crons", values: { words: "x" }, cron: ["@daily", cron] };
    const problem = await problemOf(put("/v1/schedules/crons", body), "validation_failed");
    expect(problem.errors).toMatchObject([
      { pointer: "/cron/1", detail: expect.stringContaining(why) as string },
    ]);
    expect(problem.hint).toContain(hint);
  });

  test("is taken as the hint says it: the first Monday of each month", async () => {
    const days = { day_of_month: { start: 1, end: 7 }, day_of_week: "MONDAY" };
    const made = await schedule("first-monday", { cron: [], calendars: [{ hour: 8, ...days }] });
    expect(made.next_runs.length).toBeGreaterThan(1);
    for (const time of made.next_runs.map((text) => new Date(text))) {
      expect(time.getUTCDay()).toBe(1);
      expect(time.getUTCDate()).toBeLessThanOrEqual(7);
    }
  });

  test.each([["0 8 * * * 2030"], ["0 0 8 * * MON 2030-2031"], ["0 8 */2 * MON"], ["@every 5m"]])(
    "is taken where both mean the same: %s",
    async (cron) => {
      expect((await schedule("as-cron", { cron: [cron] })).next_runs.length).toBeGreaterThan(1);
    },
  );
});

describe("a schedule is refused", () => {
  test.each<[string, object, ProblemCode]>([
    ["without a time", { cron: [] }, "validation_failed"],
    ["with a cron expression that is none", { cron: ["often"] }, "validation_failed"],
    ["in a time zone that is none", { timezone: "Mars/Olympus" }, "validation_failed"],
    ["for a template that is not there", { template_id: "nowhere" }, "template_not_found"],
    ["with values that do not fit", { values: {} }, "validation_failed"],
    ["with nothing for what is required", { values: { words: " " } }, "validation_failed"],
  ])("%s", async (_, change, code) => {
    await templateOf("unfit");
    const body = { template_id: "unfit", values: { words: "x" }, cron: ["@daily"], ...change };
    await problemOf(await put("/v1/schedules/unfit", body), code);
    const missing = await api().request("GET", "/v1/schedules/unfit");
    expect(missing.status).toBe(404);
  });
});
