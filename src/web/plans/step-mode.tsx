import type { Board } from "../../contract/plan/board.ts";
import { usePropose } from "../boards/editing/editing.tsx";
import { Check } from "../parts/forms/field.tsx";
import { useSpeech } from "../words/words.ts";

/** Whether every todo waits for an approval before it runs (S2's step mode), to be turned on and off. */
export function StepMode({
  plan,
  canEdit,
}: {
  readonly plan: Board["plan"];
  /** Null until it is known: then its place is kept. */
  readonly canEdit: boolean | null;
}) {
  const { words } = useSpeech();
  const propose = usePropose();
  const isOn = plan.approval === "every_todo";
  if (canEdit === false) return isOn ? <span>{words("step_mode")}</span> : null;
  return (
    <Check
      isOn={isOn}
      className={`min-h-6 gap-1.5 ${isOn ? "font-medium text-wait" : ""} ${canEdit === null ? "invisible" : ""}`}
      onChange={() =>
        void propose({
          ops: [
            {
              edit_type: "modify_plan",
              params: { changes: { approval: isOn ? "marked" : "every_todo" } },
            },
          ],
          what: words(isOn ? "step_mode_off" : "step_mode"),
        })
      }
    >
      {words("step_mode")}
    </Check>
  );
}
