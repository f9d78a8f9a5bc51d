import type { ApprovalSettings } from "../../../contract/plan/todo.ts";
import { namesIn } from "../../../text/names-in.ts";
import { readNumber } from "../../../text/read-number.ts";
import { Check, TextField } from "../../parts/forms/field.tsx";
import { useSpeech, type PlainWordId } from "../../words/words.ts";

/** Whose approval a todo takes, and who is asked next, as it stands in a form. */
export interface ApprovalDraft {
  /** Names, with commas between. */
  readonly approvers: string;
  readonly min_approvals: string;
  /** Names, too. */
  readonly escalate_to: string;
  readonly prevent_self_approval: boolean;
}
export type ApprovalText = Exclude<keyof ApprovalDraft, "prevent_self_approval">;

export function toApprovalDraft(approval: ApprovalSettings): ApprovalDraft {
  return {
    approvers: toText(approval.approvers),
    min_approvals: String(approval.min_approvals ?? ""),
    escalate_to: toText(approval.escalate_to),
    prevent_self_approval: approval.prevent_self_approval === true,
  };
}

const toText = (names: readonly string[] = []): string => names.join(", ");

function toNames(text: string): string[] | undefined {
  const names = namesIn(text);
  return names.length === 0 ? undefined : names;
}

/** How the todo asks with what stands in the form; what nobody has touched there stays as it is. */
export function readApprovalDraft(
  draft: ApprovalDraft,
  initial: ApprovalSettings,
): { approval: ApprovalSettings; mistakes: Partial<Record<ApprovalText, PlainWordId>> } {
  const before = toApprovalDraft(initial);
  const count = draft.min_approvals.trim() === "" ? undefined : readNumber(draft.min_approvals);
  const read = {
    approvers: toNames(draft.approvers),
    min_approvals: count,
    escalate_to: toNames(draft.escalate_to),
    prevent_self_approval: draft.prevent_self_approval ? true : undefined,
  };
  const approval: Record<string, unknown> = { ...initial };
  for (const field of Object.keys(before) as (keyof ApprovalDraft)[]) {
    if (draft[field] === before[field]) continue;
    if (read[field] === undefined) delete approval[field];
    else approval[field] = read[field];
  }
  const isNoNumber = draft.min_approvals.trim() !== "" && count === undefined;
  return { approval, mistakes: isNoNumber ? { min_approvals: "edit_field_number" } : {} };
}

/** Whose approval the todo takes, where that of one who may decide is not enough. */
export function ApprovalFields({
  draft,
  field,
  onChange,
}: {
  readonly draft: ApprovalDraft;
  readonly field: (name: ApprovalText) => {
    readonly value: string;
    readonly mistake: string | undefined;
    readonly onChange: (value: string) => void;
  };
  readonly onChange: (change: Partial<ApprovalDraft>) => void;
}) {
  const { words } = useSpeech();
  return (
    <fieldset className="flex flex-col gap-4 border-l-2 border-line pl-4">
      <legend className="sr-only">{words("edit_field_whose")}</legend>
      <TextField
        label={words("edit_field_approvers")}
        hint={words("edit_field_approvers_hint")}
        optional
        {...field("approvers")}
      />
      <TextField
        label={words("edit_field_min_approvals")}
        hint={words("edit_field_min_approvals_hint")}
        optional
        numeric
        {...field("min_approvals")}
      />
      <Check
        isOn={draft.prevent_self_approval}
        onChange={(prevent_self_approval) => onChange({ prevent_self_approval })}
      >
        {words("edit_field_prevent_self")}
      </Check>
      <TextField
        label={words("edit_field_escalate_to")}
        hint={words("edit_field_escalate_to_hint")}
        optional
        {...field("escalate_to")}
      />
    </fieldset>
  );
}
