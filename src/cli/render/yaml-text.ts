import { stringify } from "yaml";
import { withCodes } from "../../text/visible.ts";
import { printable } from "../terminal/printable.ts";

/** Data as YAML: texts that a terminal would not show as they are come quoted, with escapes that read back the same. */
export function yamlText(data: object): string {
  const plain = stringify(data, { lineWidth: 0 });
  if (printable(plain) === plain) return plain;
  const quoted = stringify(data, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE" });
  return withCodes(quoted, (sign) => `\\U${sign.codePointAt(0)!.toString(16).padStart(8, "0")}`);
}
