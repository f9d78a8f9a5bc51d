import { mayNameTemplate, namedTemplate } from "../../words/template-words.ts";
import type { Session } from "./session.ts";

/** Whether what somebody typed names a template: then it is no goal for a model. */
export async function namesTemplate({ client }: Session, text: string): Promise<boolean> {
  if (!mayNameTemplate(text)) return false;
  return namedTemplate(text, (await client.templates.list()).templates) !== null;
}
