import type { Proposal } from "../../../contract/words.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { cyan, dim, green, red } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { impactLines, planChangesLines } from "../change-lines.ts";

/** What was understood of somebody's words, what was not, and what it would change. */
export function proposalLines(proposal: Proposal): string[] {
  const { diff, impact } = proposal;
  return [
    ...readingLines(proposal),
    ...(diff === null ? [] : planChangesLines(diff)),
    ...(impact === null ? [] : impactLines(impact)),
  ];
}

/** The same without what it would change: clause by clause. */
export function readingLines(
  reading: Pick<Proposal, "understood" | "not_understood" | "choices">,
): string[] {
  return [
    ...reading.understood.map((each) => `${green("✔")} ${oneLine(inOwnWords(each, "meaning"))}`),
    ...reading.not_understood.flatMap((each) => {
      const place = dim(`${each.line}:${each.column}`);
      const examples = each.instead.map((example) => `“${oneLine(example)}”`).join(", ");
      return [
        `${red("✖")} ${place} ${oneLine(each.text)} — ${oneLine(inOwnWords(each, "detail"))}`,
        ...(examples === "" ? [] : [`    ${dim(words("words_instead", { examples }))}`]),
      ];
    }),
    ...reading.choices.flatMap(({ name, options }) => [
      `${cyan("?")} ${words("words_which", { name: oneLine(name) })}`,
      ...options.map(({ todo_id, title }, place) => {
        const id = todo_id ?? words("words_new_todo");
        return `    ${place + 1}  ${oneLine(title)}  ${dim(oneLine(id))}`;
      }),
    ]),
  ];
}
