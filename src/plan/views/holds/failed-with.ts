import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { SaidValue } from "../../../contract/sentences/catalog.ts";

/** With what the todo of a recovery failed, in the words of whatever failed: a list says by itself that it did. */
export function failedWith({
  message,
  message_said: said,
}: Pick<Hold, "message" | "message_said">): SaidValue {
  return (said?.id === "failed_because" ? said.values["why"] : said) ?? message ?? "";
}
