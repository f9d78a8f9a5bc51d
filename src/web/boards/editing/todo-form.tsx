import { useState } from "react";
import type { Todo } from "../../../contract/plan/todo.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { isObject } from "../../../json/json-object.ts";
import { isWithin } from "../../../json/json-pointer.ts";
import { readNumber } from "../../../text/read-number.ts";
import { useKeptOpen } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Check, TextField } from "../../parts/forms/field.tsx";
import { Form, useRefusal } from "../../parts/forms/form.tsx";
import { mistakeAt } from "../../parts/problem.tsx";
import { readExact } from "../../parts/values/read-exact.ts";
import { like, useFormDraft } from "../../session/draft.ts";
import { useDemandingTools } from "../../session/use-demanding-tools.ts";
import { useMayBeSecret } from "../../session/use-may-be-secret.ts";
import { useSpeech, type PlainWordId } from "../../words/words.ts";
import {
  ApprovalFields,
  readApprovalDraft,
  toApprovalDraft,
  type ApprovalDraft,
} from "./approval-fields.tsx";

/** The fields of a todo that are edited by hand. */
export type TodoFields = Readonly<
  Pick<
    Todo,
    | "title"
    | "description"
    | "priority"
    | "tool_name"
    | "tool_params"
    | "assignee"
    | "estimated_seconds"
    | "requires_approval"
    | "approval"
    | "required_by"
  >
>;

export const NEW_TODO: TodoFields = {
  title: "",
  description: null,
  priority: 5,
  tool_name: null,
  tool_params: {},
  assignee: null,
  estimated_seconds: null,
  requires_approval: false,
  approval: {},
};

/** Where each text of the form stands in a todo. */
const PLACES = {
  title: "title",
  description: "description",
  priority: "priority",
  estimated_seconds: "estimated_seconds",
  tool_name: "tool_name",
  tool_params: "tool_params",
  assignee: "assignee",
  approvers: "approval/approvers",
  min_approvals: "approval/min_approvals",
  escalate_to: "approval/escalate_to",
} as const;
type TextName = keyof typeof PLACES;
const TEXT_NAMES = Object.keys(PLACES) as TextName[];
type Draft = Record<TextName, string> & ApprovalDraft & Pick<TodoFields, "requires_approval">;
type Changes = Partial<TodoFields>;

/** What somebody writes, and what of the todo and of its plan's version they looked at when they began. */
interface Begun {
  readonly base: number;
  readonly initial: TodoFields;
  readonly draft: Draft;
}
const CAN_WRITE_ON = like({ base: 0, initial: { approval: {} }, draft: toDraft(NEW_TODO) });
type Mistakes = Partial<Record<TextName, PlainWordId>>;

/**
 * A todo to be written or changed; what is sent are the fields that differ. The tab keeps what is written until it is
 * cancelled here, or until whoever has sent it drops it.
 */
export function TodoForm({
  draftId,
  version,
  label,
  fields,
  hasTool,
  sendName,
  places,
  onSend,
  onLeave,
}: {
  /** The name of what is written (`dropDraft`). */
  readonly draftId: string;
  /** The plan's version that is looked at. */
  readonly version: number;
  readonly label: string;
  readonly fields: TodoFields;
  /** Whether its work is, or may become, a tool's. */
  readonly hasTool: boolean;
  readonly sendName: string;
  /** Where a refusal says that the fields stand, in what is sent or in the plan (JSON Pointers). */
  readonly places: readonly string[];
  /**
   * @param base the version that was looked at when it was begun.
   * @param tells whether a refusal is told at the fields.
   */
  readonly onSend: (changes: Changes, base: number, tells: (error: unknown) => boolean) => void;
  readonly onLeave: () => void;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const [refused, setRefused] = useState<unknown>(null);
  const { forms } = useRefusal(refused);
  const mayBeSecret = useMayBeSecret();
  // Others may change the todo meanwhile: what differs is what was typed here.
  const { written, isBegun, write, drop } = useFormDraft<Begun>(
    draftId,
    { base: version, initial: ownFields(fields), draft: toDraft(fields) },
    (now, begun) =>
      mayBeSecret(now.draft.tool_name.trim())
        ? { ...now, draft: { ...now.draft, tool_params: begun.draft.tool_params } }
        : now,
    CAN_WRITE_ON,
  );
  const { base, initial, draft } = written;
  const setDraft = (now: Draft): void => write({ ...written, draft: now });
  const discard = (): void => {
    drop();
    onLeave();
  };
  // Escape and a press outside would lose what was written.
  useKeptOpen(isBegun);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [isSame, setSame] = useState(false);
  const tool = draft.tool_name.trim();
  const isDemanded =
    useDemandingTools().includes(tool) ||
    (initial.required_by === "tool" && initial.tool_name === tool);
  const asks = isDemanded || draft.requires_approval;
  const pointersTo = (name: TextName) => places.map((place) => `${place}/${PLACES[name]}`);
  const refusedAt = (name: TextName): string | undefined =>
    pointersTo(name)
      .map((pointer) => mistakeAt(refused, pointer, speech))
      .find((mistake) => mistake !== undefined);
  const field = (name: TextName) => {
    const mistake = mistakes[name];
    return {
      value: draft[name],
      mistake: mistake === undefined ? refusedAt(name) : words(mistake),
      onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    };
  };
  const tells = (error: unknown): boolean => {
    const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
    const isHere = ({ pointer }: { readonly pointer: string }): boolean =>
      TEXT_NAMES.flatMap(pointersTo).some((own) => isWithin(pointer, own));
    if (errors.length === 0 || !errors.every(isHere)) return false;
    setRefused(error);
    return true;
  };
  const send = (): void => {
    setRefused(null);
    const { read, mistakes: found } = readDraft(draft, initial);
    setMistakes(found);
    if (Object.keys(found).length > 0) return;
    const changes = Object.fromEntries(
      Object.entries(read).filter(
        ([name, value]) =>
          JSON.stringify(value) !== JSON.stringify(initial[name as keyof TodoFields]),
      ),
    ) as Changes;
    setSame(Object.keys(changes).length === 0);
    if (Object.keys(changes).length > 0) onSend(changes, base, tells);
  };
  return (
    <div ref={forms}>
      <Form label={label} onSend={send} onLeave={isBegun ? stay : onLeave}>
        <TextField label={words("title")} autoFocus {...field("title")} />
        <TextField label={words("description")} optional rows={3} {...field("description")} />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField label={words("edit_field_priority")} numeric {...field("priority")} />
          <TextField
            label={words("edit_field_estimate")}
            optional
            numeric
            {...field("estimated_seconds")}
          />
        </div>
        {hasTool && (
          <TextField
            label={words("tool")}
            hint={words(isDemanded ? "edit_field_tool_asks" : "edit_field_tool_hint")}
            optional
            mono
            {...field("tool_name")}
          />
        )}
        {hasTool && draft.tool_name !== "" && (
          <TextField label={words("edit_field_params")} mono rows={5} {...field("tool_params")} />
        )}
        <TextField label={words("edit_field_assignee")} optional {...field("assignee")} />
        <Check
          isOn={asks}
          isFixed={isDemanded}
          onChange={(isOn) => setDraft({ ...draft, requires_approval: isOn })}
        >
          <span>
            {words("edit_field_approval")}
            <span role="status" className="block text-small text-soft empty:hidden">
              {isDemanded ? words("edit_field_approval_tool") : ""}
            </span>
          </span>
        </Check>
        {asks && (
          <ApprovalFields
            draft={draft}
            field={field}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        )}
        <p role="status" className="text-soft empty:hidden">
          {isSame ? words("change_nothing") : ""}
        </p>
        <Ending isRight onLeave={discard}>
          {sendName}
        </Ending>
      </Form>
    </div>
  );
}

const stay = (): void => undefined;

/** The fields of the form alone, of whatever a todo has besides. */
function ownFields({ required_by, ...fields }: TodoFields): TodoFields {
  const names = Object.keys(NEW_TODO) as (keyof TodoFields)[];
  const own = Object.fromEntries(names.map((name) => [name, Reflect.get(fields, name)]));
  return { ...(own as TodoFields), ...(required_by !== undefined && { required_by }) };
}

function toDraft(fields: TodoFields): Draft {
  return {
    title: fields.title,
    description: fields.description ?? "",
    priority: String(fields.priority),
    tool_name: fields.tool_name ?? "",
    tool_params: JSON.stringify(fields.tool_params, null, 2),
    assignee: fields.assignee ?? "",
    estimated_seconds: fields.estimated_seconds === null ? "" : String(fields.estimated_seconds),
    requires_approval: fields.requires_approval,
    ...toApprovalDraft(fields.approval),
  };
}

/** What stands in the form, as a todo has it; what reads as nothing of the kind is named. */
function readDraft(draft: Draft, initial: TodoFields): { read: TodoFields; mistakes: Mistakes } {
  const orNone = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  const { approval, mistakes: ofApproval } = readApprovalDraft(draft, initial.approval);
  const mistakes: Mistakes = { ...ofApproval };
  const title = draft.title.trim();
  if (title === "") mistakes.title = "edit_title_needed";
  const priority = readNumber(draft.priority);
  if (priority === undefined) mistakes.priority = "edit_field_number";
  const estimate = orNone(draft.estimated_seconds);
  const estimated_seconds = estimate === null ? null : readNumber(estimate);
  if (estimated_seconds === undefined) mistakes.estimated_seconds = "edit_field_number";
  const tool_name = orNone(draft.tool_name);
  // Without a tool the arguments are out of sight, and nobody gets them.
  const params = tool_name === null ? { value: {} } : readExact(draft.tool_params);
  const tool_params = "value" in params && isObject(params.value) ? params.value : undefined;
  if (tool_params === undefined) {
    const isInexact = "mistake" in params && params.mistake === "inexact";
    mistakes.tool_params = isInexact ? "number_inexact" : "edit_field_params_wrong";
  }
  return {
    mistakes,
    read: {
      title,
      priority: priority ?? 0,
      estimated_seconds: estimated_seconds ?? null,
      description: orNone(draft.description),
      tool_name,
      tool_params: tool_params ?? {},
      assignee: orNone(draft.assignee),
      requires_approval: draft.requires_approval,
      approval,
    },
  };
}
