import { describe, expect, test } from "vitest";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { NewTodoSchema } from "../../src/contract/plan/todo.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { toPointer } from "../../src/json/json-pointer.ts";
import { placesOf } from "../../src/plan/model/read-as.ts";
import { inEnglish } from "../support/in-english.ts";

/** S0 §3.2, the example todo, as the specification prints it. */
const S0_EXAMPLE = `{
  "id": "todo_001",
  "plan_id": "plan_abc123",
  "title": "라네즈 리뷰 수집",
  "description": "올리브영에서 라네즈 제품 리뷰 수집",
  "status": "pending",
  "priority": 10,

  "layer": "data",
  "tool_name": "data_collector",
  "tool_params": {
    "brand": "라네즈",
    "platform": "oliveyoung",
    "limit": 1000
  },

  "depends_on": [],
  "blocks": ["todo_002", "todo_003"],

  "timeout_seconds": 300,
  "max_retries": 3,
  "retry_count": 0,

  "progress_percentage": 0,
  "requires_approval": false,

  "created_at": "2026-02-05T10:00:00Z",
  "updated_at": "2026-02-05T10:00:00Z"
}`;

const todo = (more: object = {}) => ({ title: "t", ...more });
const plan = (more: object = {}) => ({ title: "T", todos: [todo()], ...more });

/** Every place that a plan is refused for, as JSON Pointers. */
function wrongPlaces(input: unknown): string[] {
  const { error } = NewPlanSchema.safeParse(input);
  const places = (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path as (string | number)[];
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => toPointer([...path, key]))
      : [toPointer(path)];
  });
  return [...new Set(places)];
}

describe("a plan as a person writes it", () => {
  test("takes the example todo of S0 as it stands", () => {
    const example = JSON.parse(S0_EXAMPLE) as { id: string };
    const others = ["todo_002", "todo_003"].map((id) => ({ ...example, id, blocks: [] }));
    const parsed = NewPlanSchema.parse(plan({ todos: [example, ...others] }));
    expect(parsed.todos[0]).toEqual({
      ...example,
      requires_approval: false,
      review_result: false,
      approval: {},
      failure: {},
      optional: false,
      tags: [],
      context: {},
    });
  });

  test("needs a title and one todo with a title, and nothing else", () => {
    expect(NewPlanSchema.parse({ title: "T", todos: [{ title: "t" }] })).toEqual({
      title: "T",
      todos: [
        {
          title: "t",
          priority: 5,
          layer: "default",
          tool_params: {},
          depends_on: [],
          blocks: [],
          timeout_seconds: 300,
          max_retries: 3,
          requires_approval: false,
          review_result: false,
          approval: {},
          failure: {},
          optional: false,
          tags: [],
          context: {},
        },
      ],
      approval_policy: {},
      max_parallel: 5,
      approval: "marked",
      failure: {},
      replan_policy: "confirm",
      plan_review: false,
      locked: false,
      approval_timeout_seconds: 3_600,
      unknown_dependencies: "refuse",
      tags: [],
      context: {},
    });
  });

  test.each([0, 5, 10, "critical", "high", "medium", "low"] as const)(
    "takes priority %s",
    (priority) => {
      expect(wrongPlaces(plan({ todos: [todo({ priority })] }))).toEqual([]);
    },
  );

  test.each(["constructor", "toString", "0", "A-b_9", "x".repeat(LIMITS.name)])(
    "takes the id %s",
    (id) => {
      expect(wrongPlaces(plan({ id, todos: [todo({ id, depends_on: [id] })] }))).toEqual([]);
    },
  );

  test("takes texts in any script, with emoji; line breaks where there is room for them", () => {
    const description = "첫 줄\n\t둘째 줄 🎉\r\n";
    expect(
      wrongPlaces(
        plan({ title: "리뷰 📊 Überblick", description, todos: [todo({ description })] }),
      ),
    ).toEqual([]);
  });

  test("takes texts and lists of full length, and 10,000 todos", () => {
    const full = todo({
      title: "x".repeat(LIMITS.title),
      description: "x".repeat(LIMITS.description),
      depends_on: Array.from({ length: LIMITS.dependencies_per_todo }, (_, place) => `t${place}`),
      tags: Array.from({ length: LIMITS.tags }, () => "x".repeat(LIMITS.tag)),
      timeout_seconds: LIMITS.max_timeout_seconds,
    });
    expect(wrongPlaces(plan({ todos: [full] }))).toEqual([]);
    const todos = Array.from({ length: LIMITS.todos }, () => todo());
    expect(wrongPlaces(plan({ todos, max_parallel: LIMITS.max_parallel }))).toEqual([]);
  });
});

describe("a plan is refused at the place that is wrong", () => {
  const long = (length: number) => "x".repeat(length + 1);
  test.each<[name: string, more: object, ...pointers: string[]]>([
    ["an unknown field", { titel: "T" }, "/titel"],
    ["a field that only the plan may set", { status: "running" }, "/status"],
    ["no title", { title: undefined }, "/title"],
    ["an empty title", { title: "" }, "/title"],
    ["a title of two lines", { title: "a\nb" }, "/title"],
    ["a title with a line separator", { title: "a\u2028b" }, "/title"],
    ["a title with an escape sequence", { title: "\u001b[31mred" }, "/title"],
    ["a title that is a number", { title: 7 }, "/title"],
    ["an over-long title", { title: long(LIMITS.title) }, "/title"],
    ["an over-long description", { description: long(LIMITS.description) }, "/description"],
    ["a NUL in the description", { description: "a\u0000b" }, "/description"],
    ["an id with a slash", { id: "a/b" }, "/id"],
    ["an id that begins with _", { id: "__proto__" }, "/id"],
    ["an over-long id", { id: long(LIMITS.name) }, "/id"],
    ["no list of todos", { todos: undefined }, "/todos"],
    ["no todos", { todos: [] }, "/todos"],
    ["a todo that is a text", { todos: ["collect"] }, "/todos/0"],
    ["no place to run", { max_parallel: 0 }, "/max_parallel"],
    ["half a place", { max_parallel: 1.5 }, "/max_parallel"],
    ["too many places", { max_parallel: LIMITS.max_parallel + 1 }, "/max_parallel"],
    ["an unknown approval rule", { approval: "all" }, "/approval"],
    ["a review that is a text", { plan_review: "yes" }, "/plan_review"],
    ["no time for approvals", { approval_timeout_seconds: 0 }, "/approval_timeout_seconds"],
    ["an endless time", { approval_timeout_seconds: Infinity }, "/approval_timeout_seconds"],
    ["an unknown way with dependencies", { unknown_dependencies: "skip" }, "/unknown_dependencies"],
    ["too many tags", { tags: Array.from({ length: LIMITS.tags + 1 }, () => "x") }, "/tags"],
    ["an empty tag", { tags: ["ok", ""] }, "/tags/1"],
    ["a context that is a list", { context: [] }, "/context"],
    ["several wrong places", { titel: 1, max_parallel: 0 }, "/max_parallel", "/titel"],
  ])("%s", (_, more, ...pointers) => {
    expect(wrongPlaces(plan(more)).toSorted()).toEqual(pointers);
  });

  test.each<[name: string, more: object, pointer: string]>([
    ["an unknown field", { priorty: 1 }, "/priorty"],
    ["priority 11", { priority: 11 }, "/priority"],
    ["priority -1", { priority: -1 }, "/priority"],
    ["priority 1.5", { priority: 1.5 }, "/priority"],
    ["a priority in unknown words", { priority: "urgent" }, "/priority"],
    ["a title of spaces", { title: " \u3000" }, "/title"],
    ["a title in which nothing can be seen", { title: "\u200b\ufeff\u3164" }, "/title"],
    ["an id with a blank", { id: "a b" }, "/id"],
    ["an empty id", { id: "" }, "/id"],
    ["a status that it cannot begin with", { status: "completed" }, "/status"],
    ["progress that it cannot begin with", { progress_percentage: 50 }, "/progress_percentage"],
    ["retries that it cannot begin with", { retry_count: 1 }, "/retry_count"],
    ["a tool's name with a blank", { tool_name: "write file" }, "/tool_name"],
    ["an empty tool's name", { tool_name: "" }, "/tool_name"],
    ["parameters that are a list", { tool_params: [] }, "/tool_params"],
    ["parameters that are null", { tool_params: null }, "/tool_params"],
    ["a dependency that is no id", { depends_on: ["a", "b c"] }, "/depends_on/1"],
    ["dependencies as a text", { depends_on: "a" }, "/depends_on"],
    [
      "too many dependencies",
      { depends_on: Array.from({ length: 201 }, () => "a") },
      "/depends_on",
    ],
    ["no time", { timeout_seconds: 0 }, "/timeout_seconds"],
    ["more than 30 days", { timeout_seconds: LIMITS.max_timeout_seconds + 1 }, "/timeout_seconds"],
    ["fewer than no retries", { max_retries: -1 }, "/max_retries"],
    ["a yes as a text", { requires_approval: "true" }, "/requires_approval"],
    ["an unknown timeout action", { approval: { on_timeout: "retry" } }, "/approval/on_timeout"],
    ["an unknown reject action", { approval: { on_reject: "wait" } }, "/approval/on_reject"],
    ["an unknown approval setting", { approval: { approver: "bo" } }, "/approval/approver"],
    ["a day as its age", { created_at: "2026-02-05" }, "/created_at"],
    ["a day that is not there", { created_at: "2026-02-30T00:00:00Z" }, "/created_at"],
    ["a time without seconds", { created_at: "2026-02-05T10:00Z" }, "/created_at"],
    ["a time without seconds or a zone", { created_at: "2026-02-05T10:00" }, "/created_at"],
    ["a time of an unknown zone", { created_at: "2026-02-05T10:00:00 KST" }, "/created_at"],
    ["a due time without a zone", { due_at: "2026-02-05T10:00:00" }, "/due_at"],
    ["a queue's name of two lines", { task_queue: "a\nb" }, "/task_queue"],
    ["an over-long layer", { layer: long(LIMITS.name) }, "/layer"],
  ])("a todo with %s", (_, more, pointer) => {
    expect(wrongPlaces(plan({ todos: [todo(), todo(more)] }))).toEqual([`/todos/1${pointer}`]);
  });

  test("10,001 todos, at the list and not 10,001 times", () => {
    const todos = Array.from({ length: LIMITS.todos + 1 }, () => todo());
    expect(wrongPlaces(plan({ todos }))).toEqual(["/todos"]);
    expect(NewPlanSchema.safeParse(plan({ todos })).error?.issues).toHaveLength(1);
  });

  test.each([null, undefined, 1, "plan", [], [plan()]])("%j instead of a plan", (input) => {
    expect(wrongPlaces(input)).toEqual([""]);
  });

  test("says what is wrong in words of its own where a pattern would not help", () => {
    const messages = NewTodoSchema.safeParse(
      todo({ id: "a b", tool_name: "1", description: "\u0007" }),
    );
    expect(inEnglish(messages.error!.issues.flatMap(placesOf)).map(({ detail }) => detail)).toEqual(
      [
        'must be letters, digits, "_" or "-", beginning with a letter or digit.',
        "must not hold control characters other than line breaks and tabs.",
        "must be the name of a tool, such as write_file.",
      ],
    );
  });
});

describe("a time that is taken", () => {
  test.each([
    "2026-02-05T10:00:00Z",
    "2026-02-05T19:00:00.123456789+09:00",
    "2024-02-29T23:59:59-23:59",
    "0001-01-01T00:00:00Z",
  ])("%s can be compared", (created_at) => {
    expect(NewTodoSchema.parse(todo({ created_at })).created_at).toBe(created_at);
    expect(Date.parse(created_at)).not.toBeNaN();
  });

  test.each(["2026-02-05T10:00:00", "2026-02-05T10:00:00.123456"])(
    "%s of a todo that S0 wrote is UTC, as its datetime.utcnow is",
    (time) => {
      const read = NewTodoSchema.parse(todo({ created_at: time, updated_at: time }));
      expect(read).toMatchObject({ created_at: `${time}Z`, updated_at: `${time}Z` });
    },
  );
});
