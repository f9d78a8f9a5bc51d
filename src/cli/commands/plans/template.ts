import { buildRouteMap } from "@stricli/core";
import type { TemplateInput, TemplateUse } from "../../../client/shapes.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { textFlag, textsFlag } from "../../input/flags.ts";
import { readGivenPairs } from "../../input/pairs.ts";
import { sendFile } from "../../input/placed-in.ts";
import { words, heads } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { deadlineNote } from "../../render/holds/deadline-note.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { green, yellow } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { table } from "../../terminal/table.ts";
import { moment } from "../../terminal/time.ts";
import { keptCommands } from "../service/kept-commands.ts";

const saveCommand = defineCommand({
  help: "template_save",
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
  async run(session, [templateId], { file, fromPlan, title, description }) {
    if ((file === undefined) === (fromPlan === undefined)) {
      throw usageError(words("needs_source"), "holdpoint template save --help");
    }
    const byFlags = definedOnly({ from_plan: fromPlan, title, description });
    const save = (written: object) => {
      const template = { ...written, ...byFlags } as unknown as TemplateInput;
      return session.client.templates.save(templateId, template);
    };
    const saved = await (file === undefined
      ? save({ title: title ?? templateId })
      : sendFile(file, save, byFlags));
    session.done(
      saved,
      words("told_template_saved", { template: saved.id, version: saved.version }),
    );
    for (const unfit of saved.unfit_schedules) {
      const values = { schedule: unfit.id, why: inOwnWords(unfit, "detail") };
      session.say(`${yellow("!")} ${words("schedule_unfit", values)}`);
      session.next(`holdpoint schedule show ${unfit.id}`);
    }
    for (const note of deadlineNote(saved.plan)) session.say(note);
    const values = saved.parameters
      .filter((parameter) => parameter.required && parameter.default === undefined)
      .map(({ name }) => ` --value ${name}=…`);
    session.next(`holdpoint template use ${saved.id}${values.join("")}`);
  },
});

const listCommand = defineCommand({
  help: "template_list",
  async run(session) {
    const answer = await session.client.templates.list();
    const { templates } = answer;
    const heading = heads("id", "version", "when", "parameters", "title");
    const rows = templates.map(({ id, version, saved_at, parameters, title }) => [
      id,
      `v${version}`,
      moment(saved_at),
      parameters.length === 0 ? "–" : parameters.join(", "),
      oneLine(title),
    ]);
    const shape = { columns: session.columns, flexible: [3, 4] };
    session.show(answer, () => table(heading, rows, shape));
    if (rows.length === 0) {
      session.say(words("no_templates"));
      session.next("holdpoint template save <template> --from-plan <plan>");
    }
  },
});

const useCommand = defineCommand({
  help: "template_use",
  examples: ["template use tea --value cups=2 --id tea-for-two"],
  args: ["template"],
  flags: {
    value: textsFlag("flag_values", "name=value|@file"),
    id: textFlag("flag_id", "id"),
    title: textFlag("flag_title"),
  },
  async run(session, [templateId], { value = [], id, title }) {
    const values = (await readGivenPairs(value)) as TemplateUse["values"];
    const plan = await session.client.templates.use(templateId, { values, id, title });
    session.show(plan, () => [plan.id]);
    session.say(
      `${green("✔")} ${words("plan_created", { title: plan.title, count: plan.todo_count })}`,
    );
    const { plan: written } = await session.client.templates.get(templateId);
    for (const note of deadlineNote(written)) session.say(note);
    session.next(`holdpoint watch ${plan.id}`);
  },
});

const kept = keptCommands({ family: "template", arg: "template", example: "tea" });

/** `holdpoint template`: plans with parameters, kept to be started again. */
export const templateCommand = buildRouteMap({
  docs: { brief: words("brief_template") },
  routes: {
    save: saveCommand,
    list: listCommand,
    show: kept.show,
    use: useCommand,
    delete: kept.delete,
  },
});
