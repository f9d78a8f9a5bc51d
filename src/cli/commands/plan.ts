import { writeFile } from "node:fs/promises";
import { buildRouteMap } from "@stricli/core";
import { stringify } from "yaml";
import type { ImportedSchema, ImportPreviewSchema } from "../../contract/import.ts";
import type { PlanList } from "../../contract/list.ts";
import type { ForkInput, NewPlanInput, PlanView } from "../../contract/plan.ts";
import { PLAN_MODES, PLAN_STATUSES } from "../../contract/vocabulary.ts";
import type { z } from "zod";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { withPlan } from "../find-plan.ts";
import { choiceFlag, numberFlag, switchFlag, textFlag, wordsFlag } from "../flags.ts";
import { readBoard, readWholePlan } from "../read-board.ts";
import { readObject } from "../read-input.ts";
import { renderBoard } from "../render/board.ts";
import { dim, green } from "../render/colors.ts";
import { graphLines } from "../render/graph-lines.ts";
import { listNotes, planListLines } from "../render/lists.ts";
import type { Session } from "../session.ts";
import { words } from "../words-here.ts";

const startFlags = {
  id: textFlag("flag_id", "id"),
  title: textFlag("flag_title"),
  review: switchFlag("flag_review"),
  step: switchFlag("flag_step"),
};

function tellNew(session: Session, plan: PlanView, data: unknown = plan): void {
  session.show(data, () => [plan.id]);
  const { title, todo_count: count } = plan;
  const told = words(count === 0 ? "plan_created_empty" : "plan_created", { title, count });
  session.say(`${green("✔")} ${told}`);
  session.say(dim(words("next_step", { next: `holdpoint watch ${plan.id}` })));
}

const newCommand = defineCommand({
  brief: "brief_plan_new",
  full: "full_plan_new",
  examples: [
    "plan new plan.yaml",
    "plan new plan.yaml --id tea --review",
    "plan new - < plan.json",
  ],
  args: ["file"],
  flags: startFlags,
  async run(session, [file], { id, title, review, step }) {
    const written = await readObject(file, words);
    const json = {
      ...written,
      ...(id !== undefined && { id }),
      ...(title !== undefined && { title }),
      ...(review && { plan_review: true }),
      ...(step && { approval: "every_todo" }),
    } as unknown as NewPlanInput;
    tellNew(session, await session.ask<PlanView>(session.client.v1.plans.$post({ json })));
  },
});

const listCommand = defineCommand({
  brief: "brief_plan_list",
  examples: ["plan list --status running", "plan list --tag billing --sort deadline"],
  args: [],
  flags: {
    status: wordsFlag("flag_status", "status", PLAN_STATUSES, "running,failed"),
    mode: choiceFlag("flag_mode", PLAN_MODES),
    holds: switchFlag("flag_with_holds"),
    owner: textFlag("flag_owner"),
    tag: textFlag("flag_tag"),
    deadlineBefore: textFlag("flag_deadline_before", "time"),
    sort: choiceFlag("flag_plan_sort", ["recent", "deadline"]),
    limit: numberFlag("flag_limit"),
    cursor: textFlag("flag_cursor"),
  },
  async run(session, _, { holds, deadlineBefore, limit, ...flags }) {
    const query = definedOnly({
      ...flags,
      has_holds: holds ? "true" : undefined,
      deadline_before: deadlineBefore,
      limit: limit?.toString(),
    });
    const list = await session.ask<PlanList>(session.client.v1.plans.$get({ query }));
    session.show(list, () => planListLines(list, { ...session, now: Date.now() }));
    if (list.plans.length === 0) {
      session.say(words("no_plans"));
      session.say(dim(words("next_step", { next: "holdpoint plan new <file>" })));
    }
    for (const note of listNotes(list, words)) session.say(note);
    if (list.next_cursor !== null) session.say(dim(`  --cursor ${list.next_cursor}`));
  },
});

const showCommand = defineCommand({
  brief: "brief_plan_show",
  examples: ["plan show tea", "plan show tea --json"],
  args: ["plan"],
  flags: { todos: numberFlag("flag_todos") },
  async run(session, [given], { todos = 200 }) {
    const board = await withPlan(session, given, (id) => readBoard(session, id, todos));
    session.show(board, () => renderBoard(board, { ...session, now: Date.now() }));
  },
});

const graphCommand = defineCommand({
  brief: "brief_plan_graph",
  args: ["plan"],
  flags: {},
  async run(session, [given]) {
    const { todos } = await withPlan(session, given, (id) => readWholePlan(session, id));
    const data = {
      nodes: todos.map(({ id, title, status }) => ({ id, title, status })),
      edges: todos.flatMap(({ id, depends_on }) => depends_on.map((from) => ({ from, to: id }))),
    };
    session.show(data, () => graphLines(todos, session));
  },
});

const exportCommand = defineCommand({
  brief: "brief_plan_export",
  full: "full_plan_export",
  examples: ["plan export tea > tea.yaml", "plan export tea --file tea.yaml"],
  args: ["plan"],
  flags: { file: textFlag("flag_to_file", "file") },
  async run(session, [given], { file }) {
    const plan = await withPlan(session, given, (plan_id) =>
      session.ask<NewPlanInput>(
        session.client.v1.plans[":plan_id"].export.$get({ param: { plan_id } }),
      ),
    );
    const yaml = stringify(plan, { lineWidth: 0 });
    if (file === undefined) return session.show(plan, () => [yaml.trimEnd()]);
    await writeFile(file, yaml);
    session.show({ file }, () => []);
    session.say(`${green("✔")} ${words("written_to", { file })}`);
  },
});

const importCommand = defineCommand({
  brief: "brief_plan_import",
  full: "full_plan_import",
  examples: ["plan import s2-plan.json --agents agents.yaml --dry-run"],
  args: ["file"],
  flags: {
    ...startFlags,
    agents: textFlag("flag_agents", "file"),
    dryRun: switchFlag("flag_dry_run"),
  },
  async run(session, [file], { id, title, review, step, agents, dryRun }) {
    const json = {
      plan: await readObject(file, words),
      ...(agents !== undefined && { agents: await readObject(agents, words) }),
      ...(id !== undefined && { id }),
      ...(title !== undefined && { title }),
      ...(review && { plan_review: true }),
      ...(step && { approval: "every_todo" as const }),
    };
    const answer = await session.ask<
      z.output<typeof ImportedSchema> | z.output<typeof ImportPreviewSchema>
    >(
      session.client.v1.plans.import.$post({
        query: { validate_only: dryRun ? "true" : "false" },
        json: json as never,
      }),
    );
    for (const { pointer, detail } of answer.unmapped) {
      session.say(words("not_mapped", { pointer, detail }));
    }
    if ("validate_only" in answer) {
      return session.show(answer, () => [stringify(answer.plan, { lineWidth: 0 }).trimEnd()]);
    }
    tellNew(session, answer.plan, answer);
  },
});

const forkCommand = defineCommand({
  brief: "brief_plan_fork",
  examples: ["plan fork tea --version 2 --id tea-again --review"],
  args: ["plan"],
  flags: {
    id: startFlags.id,
    title: startFlags.title,
    review: startFlags.review,
    version: numberFlag("flag_version"),
    checkpoint: textFlag("flag_checkpoint", "id"),
  },
  async run(session, [given], { review, checkpoint, ...flags }) {
    const json: ForkInput = definedOnly({
      ...flags,
      checkpoint_id: checkpoint,
      plan_review: review ? true : undefined,
    });
    const plan = await withPlan(session, given, (plan_id) =>
      session.ask<PlanView>(
        session.client.v1.plans[":plan_id"].fork.$post({ param: { plan_id }, json }),
      ),
    );
    tellNew(session, plan);
  },
});

/** `holdpoint plan`: plans as a whole. */
export const planRoutes = buildRouteMap({
  docs: { brief: words("brief_plan") },
  routes: {
    new: newCommand,
    list: listCommand,
    show: showCommand,
    graph: graphCommand,
    export: exportCommand,
    import: importCommand,
    fork: forkCommand,
  },
});
