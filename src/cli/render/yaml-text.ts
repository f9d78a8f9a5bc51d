import { stringify } from "yaml";
import { withCodes } from "../../text/visible.ts";
import { printable } from "../terminal/printable.ts";

/** Texts that a terminal would not show as they are come quoted, with escapes that read back the same. */
export function yamlText(plan: object): string {
  const plain = stringify(plan, { lineWidth: 0 });
  if (printable(plain) === plain) return plain;
  const quoted = stringify(plan, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE" });
  return withCodes(quoted, (sign) => `\\U${sign.codePointAt(0)!.toString(16).padStart(8, "0")}`);
}
