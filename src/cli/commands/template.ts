import { buildRouteMap } from "@stricli/core";
import { stringify } from "yaml";
import type { PlanView } from "../../contract/plan.ts";
import type { Template, TemplateSummary } from "../../contract/template.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { textFlag, textsFlag } from "../flags.ts";
import { readPairs } from "../pairs.ts";
import { readObject } from "../read-input.ts";
import { dim, green } from "../render/colors.ts";
import { oneLine } from "../render/printable.ts";
import { table } from "../render/table.ts";
import { moment } from "../render/time.ts";
import type { Session } from "../session.ts";
import { words } from "../words-here.ts";

const templatesOf = ({ client }: Session) => client.v1.templates;

const saveCommand = defineCommand({
  brief: "brief_template_save",
  full: "full_template_save",
  examples: [
    "template save tea --file tea-template.yaml",
    'template save tea --from-plan tea --title "Tea"',
  ],
  args: ["template"],
  flags: {
    file: textFlag("flag_template_file", "file"),
    fromPlan: textFlag("flag_from_plan", "plan"),
    title: textFlag("flag_title"),
    description: textFlag("flag_description"),
  },
  async run(session, [template_id], { file, fromPlan, title, description }) {
    if ((file === undefined) === (fromPlan === undefined)) {
      throw new CliError(words("needs_source"), "holdpoint template save --help", EXIT.usage);
    }
    const written =
      file === undefined ? { title: title ?? template_id } : await readObject(file, words);
    const json = { ...written, ...definedOnly({ from_plan: fromPlan, title, description }) };
    const saved = await session.ask<Template>(
      templatesOf(session)[":template_id"].$put({ param: { template_id }, json: json as never }),
    );
    session.show(saved, () => []);
    session.say(
      `${green("✔")} ${words("told_template_saved", { template: saved.id, version: saved.version })}`,
    );
    session.say(dim(words("next_step", { next: `holdpoint template use ${saved.id}` })));
  },
});

const listCommand = defineCommand({
  brief: "brief_template_list",
  args: [],
  flags: {},
  async run(session) {
    const answer = await session.ask<{ templates: TemplateSummary[] }>(templatesOf(session).$get());
    const { templates } = answer;
    const heading = [
      words("head_id"),
      words("head_version"),
      words("head_when"),
      words("head_parameters"),
      words("head_title"),
    ];
    const rows = templates.map(({ id, version, saved_at, parameters, title }) => [
      id,
      `v${version}`,
      moment(saved_at),
      parameters.length === 0 ? "–" : parameters.join(", "),
      oneLine(title),
    ]);
    const shape = { columns: session.columns, flexible: [3, 4] };
    session.show(answer, () => (rows.length === 0 ? [] : table(heading, rows, shape)));
    if (rows.length === 0) {
      session.say(words("no_templates"));
      session.say(
        dim(words("next_step", { next: "holdpoint template save <template> --from-plan <plan>" })),
      );
    }
  },
});

const showCommand = defineCommand({
  brief: "brief_template_show",
  args: ["template"],
  flags: {},
  async run(session, [template_id]) {
    const template = await session.ask<Template>(
      templatesOf(session)[":template_id"].$get({ param: { template_id } }),
    );
    session.show(template, () => [stringify(template, { lineWidth: 0 }).trimEnd()]);
  },
});

const useCommand = defineCommand({
  brief: "brief_template_use",
  examples: ["template use tea --value cups=2 --id tea-for-two"],
  args: ["template"],
  flags: {
    value: textsFlag("flag_values", "name=value"),
    id: textFlag("flag_id", "id"),
    title: textFlag("flag_title"),
  },
  async run(session, [template_id], { value = [], ...said }) {
    const json = { values: readPairs(value, words) as never, ...definedOnly(said) };
    const plan = await session.ask<PlanView>(
      templatesOf(session)[":template_id"].plans.$post({ param: { template_id }, json }),
    );
    session.show(plan, () => [plan.id]);
    session.say(
      `${green("✔")} ${words("plan_created", { title: plan.title, count: plan.todo_count })}`,
    );
    session.say(dim(words("next_step", { next: `holdpoint watch ${plan.id}` })));
  },
});

const deleteCommand = defineCommand({
  brief: "brief_template_delete",
  examples: ["template delete tea --yes"],
  args: ["template"],
  flags: {},
  async run(session, [template_id]) {
    await session.confirm(words("sure_delete_template", { template: template_id }));
    await session.send(templatesOf(session)[":template_id"].$delete({ param: { template_id } }));
    session.show({ deleted: template_id }, () => []);
    session.say(`${green("✔")} ${words("told_deleted", { id: template_id })}`);
  },
});

/** `holdpoint template`: plans with parameters, kept to be started again. */
export const templateRoutes = buildRouteMap({
  docs: { brief: words("brief_template") },
  routes: {
    save: saveCommand,
    list: listCommand,
    show: showCommand,
    use: useCommand,
    delete: deleteCommand,
  },
});
