import { words } from "../messages/i18n.ts";
import { dim } from "../terminal/colors.ts";
import type { Session } from "./session.ts";
import { typedAgain } from "./typed-line.ts";

/** Says how a list goes on that has more. @param shown how many of it are listed. */
export function tellNextPage(
  session: Session,
  { total, next_cursor }: { readonly total: number; readonly next_cursor: string | null },
  shown: number,
): void {
  if (next_cursor === null) return;
  const command = typedAgain("--cursor", next_cursor);
  session.say(dim(words("next_page", { shown, total, command })));
}
