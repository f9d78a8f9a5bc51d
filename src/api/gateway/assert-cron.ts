import { problemAt } from "../../contract/problem-at.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";

/**
 * What Temporal takes without a word, and reads otherwise than cron does: what follows a `#` is a comment, a zone
 * is that of the whole schedule, a sixth field is a year, and a day has to fit both of its fields.
 * @throws Refusal that names what says the same
 */
export function assertCron(expressions: readonly string[]): void {
  for (const [position, written] of expressions.entries()) {
    const found = misread(written.trim());
    if (found === undefined) continue;
    const [detail, hint] = found;
    throw new Refusal(problemAt("validation_failed", `/cron/${position}`, detail, hint));
  }
}

const NAMES_YEAR = /\d{4}/;

function misread(written: string): [Sentence, Sentence] | undefined {
  if (written.includes("#")) return [say("cron_comment"), say("cron_days")];
  if (/^(CRON_)?TZ=/.test(written)) return [say("cron_zone"), say("cron_timezone")];
  const fields = written.split(/\s+/);
  if (fields.length === 6 && !NAMES_YEAR.test(fields[5] ?? "")) {
    return [say("cron_six_fields"), say("cron_five_fields")];
  }
  const [, , day = "*", , weekday = "*"] = fields.length === 7 ? fields.slice(1) : fields;
  // Cron, too, asks for both where one of them begins with a star.
  const isEither = !day.startsWith("*") && !weekday.startsWith("*");
  return isEither ? [say("cron_either_day"), say("cron_days")] : undefined;
}
