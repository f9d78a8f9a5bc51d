import type { InputRequest } from "../../../contract/plan/todo.ts";
import type { Json } from "../../../contract/text.ts";

/** What a line is as an answer, or why it is none. */
export type TypedAnswer = { readonly value: Json } | { readonly mistake: "no_number" | "no_json" };

/**
 * A typed line as the answer that a question takes: a number, one of the options (its place in the list
 * will do), a form as JSON, or the text as it is.
 */
export function typedAnswer(
  text: string,
  request: Pick<InputRequest, "input_type" | "options"> | null,
): TypedAnswer {
  switch (request?.input_type) {
    case "number": {
      const number = Number(text);
      const isNumber = text.trim() !== "" && Number.isFinite(number);
      return isNumber ? { value: number } : { mistake: "no_number" };
    }
    case "choice": {
      const options = request.options ?? [];
      const place = options.includes(text) || !/^[1-9]\d*$/.test(text) ? 0 : Number(text);
      return { value: options[place - 1] ?? text };
    }
    case "form":
      try {
        return { value: JSON.parse(text) as Json };
      } catch {
        return { mistake: "no_json" };
      }
    case "text":
    case "file":
    case undefined:
      return { value: text };
  }
}
