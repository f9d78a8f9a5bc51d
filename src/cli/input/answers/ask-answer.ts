import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { InputRequest } from "../../../contract/plan/todo.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { formFields, type FormField } from "../../../json/form-fields.ts";
import { answerMistakes } from "../../../plan/todos/answers/answer.ts";
import { words } from "../../messages/i18n.ts";
import { askLine } from "../../session/ask-line.ts";
import { CliError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { oneLine } from "../../terminal/printable.ts";
import { readField, takesOf } from "./form-fields.ts";
import { toAnswer } from "./to-answer.ts";
import { uploadFile } from "./upload-file.ts";

/** What a question takes: one of few words, or a text of the person's own. */
export type Takes = "choice" | "text";

/** The person at the terminal, who is asked line by line. */
export interface Person {
  /** The line that they type. */
  ask(question: string, takes?: Takes): Promise<string>;
  tell(line: string): void;
}

/** The person at this terminal. */
export function personHere(session: Session): Person {
  return {
    ask: (question) => askLine(question),
    tell: (line) => session.say(line),
  };
}

/**
 * Asks a person for the answer to a question until it is one: a form field by field. What does not fit
 * is told at once, by the field's name, and asked again.
 */
export async function askAnswer(session: Session, hold: Hold, person: Person): Promise<Json> {
  const request = hold.input_request;
  if (request === null) return (await person.ask("> ", "text")).trim();
  const fields = formFields(request.schema ?? {});
  if (fields.length > 0) return askForm(request, fields, person);
  for (;;) {
    const line = (await person.ask(`${promptOf(request)}> `, "text")).trim();
    try {
      if (request.input_type === "file") return await uploadFile(session, hold.plan_id, line);
      const value = toAnswer(line, hold);
      const [wrong] = answerMistakes(request, value);
      if (wrong === undefined) return value;
      person.tell(unfit(request));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      person.tell(error.message);
    }
  }
}

/** Why they do it, when they say so. */
export async function askReason({ ask }: Pick<Person, "ask">): Promise<string | undefined> {
  const reason = (await ask(`${words("ask_reason")} `, "text")).trim();
  return reason === "" ? undefined : reason;
}

async function askForm(
  request: InputRequest,
  fields: readonly FormField[],
  person: Person,
): Promise<JsonObject> {
  const values: JsonObject = {};
  let open = fields;
  for (;;) {
    for (const field of open) {
      const value = await askField(request, field, person);
      if (value === undefined) delete values[field.name];
      else values[field.name] = value;
    }
    const mistakes = answerMistakes(request, values);
    if (mistakes.length === 0) return values;
    // What concerns several fields shows only once all are there.
    const wrong = new Set(mistakes.map(({ pointer }) => pointer.split("/")[1]));
    open = fields.filter(({ name }) => wrong.has(name));
    if (open.length === 0) open = fields;
    person.tell(words("form_unfit", { fields: open.map(({ label }) => label).join(", ") }));
  }
}

async function askField(
  request: InputRequest,
  field: FormField,
  person: Person,
): Promise<Json | undefined> {
  const { name, label, description, schema, required } = field;
  const preset = schema["default"] ?? defaultOf(request, name);
  const takes = takesOf(schema);
  const empty =
    preset !== undefined
      ? words("form_usual", { value: JSON.stringify(preset) })
      : required
        ? ""
        : words("form_optional");
  const hints = [takes, empty].filter((hint) => hint !== "").join("; ");
  if (description !== "") person.tell(oneLine(description));
  for (;;) {
    const asked = `${oneLine(label)} (${oneLine(hints)}): `;
    const line = (await person.ask(asked, "text")).trim();
    if (line === "" && (preset !== undefined || !required)) return preset;
    const value = line === "" ? undefined : readField(line, schema);
    const alone = { type: "object", properties: { [name]: schema } };
    const fits =
      value !== undefined &&
      answerMistakes({ ...request, schema: alone }, { [name]: value }).length === 0;
    if (fits) return value;
    person.tell(words("form_field_unfit", { field: label, takes }));
  }
}

function defaultOf({ default: preset }: InputRequest, name: string): Json | undefined {
  return typeof preset === "object" && preset !== null && !Array.isArray(preset)
    ? preset[name]
    : undefined;
}

/** What is asked for besides text stands before the line. */
function promptOf({ input_type }: InputRequest): string {
  return input_type === "text" ? "" : `${words(`input_${input_type}`)} `;
}

function unfit({ input_type, options = [] }: InputRequest): string {
  return input_type === "choice"
    ? words("answer_no_option", { options: options.join(", ") })
    : words("answer_needed");
}
