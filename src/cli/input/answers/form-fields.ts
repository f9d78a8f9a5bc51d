import type { Json, JsonObject } from "../../../contract/text.ts";
import { asObject, optionsOf } from "../../../json/form-fields.ts";
import { jsonOf } from "../../../text/json-of.ts";
import { readNumber } from "../../../text/read-number.ts";
import { words } from "../../messages/i18n.ts";

/** What a field takes, as a person says it: "a whole number from 1 to 500". */
export function takesOf(schema: JsonObject): string {
  const options = optionsOf(schema);
  if (options.length > 0) return words("takes_one_of", { options: options.join(", ") });
  switch (schema["type"]) {
    case "integer":
    case "number": {
      const range = { min: boundOf(schema, "min"), max: boundOf(schema, "max") };
      const what = words(`takes_${schema["type"]}`);
      const within = withinOf(range);
      return within === "" ? what : words("takes_within", { what, within });
    }
    case "string": {
      const [least, most] = [asNumber(schema["minLength"]), asNumber(schema["maxLength"])];
      if (most !== undefined) return words("takes_text_to", { min: least ?? 0, max: most });
      return least === undefined || least < 2
        ? words("takes_text")
        : words("takes_text_from", { min: least });
    }
    case "boolean":
      return words("takes_boolean");
    case "array":
      return words("takes_list", { what: takesOf(asObject(schema["items"])) });
    default:
      return words("takes_json");
  }
}

/** Reads what a person typed for a field; undefined for what cannot be read so. */
export function readField(text: string, schema: JsonObject): Json | undefined {
  const options = optionsOf(schema);
  if (options.length > 0) {
    const isPlace = !options.includes(text) && /^[1-9]\d*$/.test(text);
    return (schema["enum"] as Json[])[isPlace ? Number(text) - 1 : options.indexOf(text)];
  }
  switch (schema["type"]) {
    case "string":
      return text;
    case "integer":
    case "number":
      return readNumber(text);
    case "boolean":
      if (/^(?:y|yes|true|예|네|ㅇ)$/i.test(text)) return true;
      return /^(?:n|no|false|아니요|아니오|ㄴ)$/i.test(text) ? false : undefined;
    case "array": {
      const parts = text.split(",").map((part) => part.trim());
      const items = parts.map((part) => readField(part, asObject(schema["items"])));
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    default:
      return jsonOf(text) as Json | undefined;
  }
}

function withinOf({ min, max }: Readonly<Record<"min" | "max", number | undefined>>): string {
  if (min !== undefined && max !== undefined) return words("takes_from_to", { min, max });
  if (min !== undefined) return words("takes_from", { min });
  return max === undefined ? "" : words("takes_to", { max });
}

/** A bound of a number; for whole numbers, one that is excluded is the next one. */
function boundOf(schema: JsonObject, side: "min" | "max"): number | undefined {
  const inclusive = asNumber(schema[`${side}imum`]);
  const exclusive = asNumber(schema[side === "min" ? "exclusiveMinimum" : "exclusiveMaximum"]);
  if (inclusive !== undefined || exclusive === undefined) return inclusive;
  if (schema["type"] !== "integer") return exclusive;
  return exclusive + (side === "min" ? 1 : -1);
}

function asNumber(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
