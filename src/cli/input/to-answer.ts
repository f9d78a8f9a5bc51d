import type { Hold } from "../../contract/plan/hold.ts";
import type { Json } from "../../contract/text.ts";
import { CliError, EXIT } from "../session/cli-error.ts";
import type { Words } from "../messages/words.ts";

/**
 * What a person typed as the answer that the hold takes: a number, one of the options (its place in
 * the list will do), a form as JSON, or the text as it is.
 * @throws CliError when it cannot be read so.
 */
export function toAnswer(text: string, { id, input_request }: Hold, words: Words): Json {
  switch (input_request?.input_type) {
    case "number": {
      const number = Number(text);
      if (text.trim() !== "" && Number.isFinite(number)) return number;
      throw unfit(words("answer_no_number", { text }), id);
    }
    case "choice": {
      const { options = [] } = input_request;
      const place = options.includes(text) || !/^[1-9]\d*$/.test(text) ? 0 : Number(text);
      return options[place - 1] ?? text;
    }
    case "form":
      try {
        return JSON.parse(text) as Json;
      } catch {
        throw unfit(words("answer_no_json"), id);
      }
    case "text":
    case undefined:
    default:
      return text;
  }
}

function unfit(message: string, hold: string): CliError {
  return new CliError(message, `holdpoint show ${hold}`, EXIT.usage);
}
