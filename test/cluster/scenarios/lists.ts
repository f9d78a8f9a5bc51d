import assert from "node:assert/strict";
import type { PlanFilter } from "../../../src/client/shapes.ts";
import { asking, effect, until, untilEnded, untilHold, type Scenario } from "./scenario.ts";

const TAG = "lists";
/** Words as people write them, and signs that SQL and its patterns read otherwise. */
const TITLES = [
  "Quarterly report",
  "3분기 보고서",
  "It's 100 % done_or not",
  'A "quoted" \\ title',
  "보고서 Report ♡",
];
/** What becomes of a plan of each kind. */
const KINDS = ["completed", "waiting", "failed", "cancelled", "paused"] as const;
const COUNT = 25;

interface Made {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly title: string;
  readonly tags: readonly string[];
}

const PLANS: readonly Made[] = Array.from({ length: COUNT }, (_, place) => ({
  id: `lists-${String(place).padStart(2, "0")}`,
  kind: KINDS[place % KINDS.length]!,
  title: `${TITLES[Math.floor(place / KINDS.length)]!} ${place}`,
  tags: [TAG, place % 2 === 0 ? 'it\'s "even" \\ ♡' : "홀수 ODD", `${"long-".repeat(11)}${place}`],
}));

const QUERIES: readonly { readonly filter: PlanFilter; readonly fits: (plan: Made) => boolean }[] =
  [
    { filter: {}, fits: () => true },
    ...(["completed", "failed", "cancelled"] as const).map((status) => ({
      filter: { status },
      fits: ({ kind }: Made) => kind === status,
    })),
    { filter: { status: "running" }, fits: ({ kind }) => kind === "waiting" || kind === "paused" },
    {
      filter: { status: "failed,cancelled" },
      fits: ({ kind }) => kind === "failed" || kind === "cancelled",
    },
    { filter: { mode: "paused" }, fits: ({ kind }) => kind === "paused" },
    { filter: { has_holds: "true" }, fits: ({ kind }) => kind === "waiting" || kind === "paused" },
    { filter: { search: "REPORT" }, fits: ({ title }) => /report/i.test(title) },
    { filter: { search: "보고서" }, fits: ({ title }) => title.includes("보고서") },
    { filter: { search: "100 %" }, fits: ({ title }) => title.includes("100 %") },
    { filter: { search: '"quoted" \\' }, fits: ({ title }) => title.includes('"quoted"') },
    { filter: { owner: "admin" }, fits: () => true },
    { filter: { owner: "Admin" }, fits: () => false },
    { filter: { tag: 'it\'s "even" \\ ♡' }, fits: ({ tags }) => tags[1]!.startsWith("it's") },
    { filter: { tag: "홀수 ODD" }, fits: ({ tags }) => tags[1] === "홀수 ODD" },
    { filter: { tag: "홀수 odd" }, fits: () => false },
    { filter: { tag: PLANS[7]!.tags[2] }, fits: ({ id }) => id === PLANS[7]!.id },
    {
      filter: { search: "report", status: "failed" },
      fits: ({ title, kind }) => /report/i.test(title) && kind === "failed",
    },
  ];

export const lists: Scenario = {
  shows: "Lists filter, sort, count, search and page the same at both APIs",
  async run({ holdpoint }) {
    const { apis } = holdpoint;
    const [one, two] = apis;
    await Promise.all(
      PLANS.map(async ({ id, kind, title, tags }, place) => {
        const { client } = apis[place % apis.length]!;
        const todo = `${id}-todo`;
        const broken = { tool_name: "read_file", tool_params: { path: "nowhere" } };
        const deadline = { approval: { timeout_seconds: 36_000 - place * 60 } };
        const todos =
          kind === "completed"
            ? [effect(todo)]
            : kind === "failed"
              ? [{ id: todo, title: todo, ...broken }]
              : [asking(todo, deadline)];
        const failure =
          kind === "failed"
            ? {
                failure: {
                  api_error: { action: "FAIL" as const },
                  validation_error: { action: "FAIL" as const },
                },
              }
            : {};
        await client.plans.create({ id, title, tags: [...tags], todos, ...failure });
        if (kind === "completed" || kind === "failed") return untilEnded(client, id);
        await untilHold(client, id, todo);
        if (kind === "cancelled") await client.plans.cancel(id, {});
        if (kind === "paused") await client.plans.pause(id, {});
        return undefined;
      }),
    );
    // Visibility follows a moment later.
    const page = { limit: 200, tag: TAG } as const;
    await until("lists that know what became of all plans", async () => {
      const { plans } = await one!.client.plans.list(page);
      return PLANS.every(({ id, kind }) => {
        const row = plans.find((plan) => plan.id === id);
        if (kind === "waiting") return row?.open_holds === 1;
        return kind === "paused" ? row?.mode === "paused" : row?.status === kind;
      });
    });
    for (const { filter, fits } of QUERIES) {
      const expected = PLANS.filter(fits).map(({ id }) => id);
      for (const { client, name } of apis) {
        const asked = { limit: 200, ...filter, ...(filter.tag === undefined && { tag: TAG }) };
        const { plans, total, complete } = await client.plans.list(asked);
        const what = `${name} with ${JSON.stringify(filter)}`;
        assert.deepEqual(plans.map(({ id }) => id).toSorted(), expected, what);
        assert.equal(total, expected.length, `total of ${what}`);
        assert.equal(complete, true, what);
      }
    }

    // Each page from the other API than the one before.
    const paged: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const api: (typeof apis)[number] = apis[pages % apis.length]!;
      const asked = { limit: 7, tag: TAG, ...(cursor !== null && { cursor }) };
      const answer = await api.client.plans.list(asked);
      paged.push(...answer.plans.map(({ id }) => id));
      cursor = answer.next_cursor;
      pages += 1;
    } while (cursor !== null);
    const whole = await two!.client.plans.list(page);
    assert.deepEqual(
      paged,
      whole.plans.map(({ id }) => id),
    );
    // Later plans have earlier deadlines here.
    const waiting = PLANS.filter(({ kind }) => kind === "waiting").map(({ id }) => id);
    const due = await two!.client.holds.list({ tag: TAG, sort: "deadline", limit: 200 });
    const shown = due.holds.map(({ plan_id }) => plan_id).filter((id) => waiting.includes(id));
    assert.deepEqual(shown, waiting.toReversed());
    const failed = PLANS.filter(({ kind }) => kind === "failed").map(({ id }) => id);
    const { notices } = await one!.client.plans.notices({ tag: TAG, limit: 200 });
    assert.deepEqual(notices.map(({ plan_id }) => plan_id).toSorted(), failed);
    return `${QUERIES.length} filters over ${COUNT} plans, ${pages} pages, inbox and notices`;
  },
};
