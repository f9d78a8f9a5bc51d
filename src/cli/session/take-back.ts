import { words } from "../messages/i18n.ts";
import { dim } from "../terminal/colors.ts";
import type { Session } from "./session.ts";
import { asTyped } from "./typed-line.ts";

/** Tells the command that takes back what was just done. */
export function tellTakeBack(session: Session, command: string): void {
  session.say(dim(words("take_back", { command: asTyped(command) })));
}
