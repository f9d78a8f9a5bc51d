import type { ProposalLook } from "../../../contract/plan/holds/proposal-look.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { cyan, dim, red } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { impactLines, planChangesLines } from "../change-lines.ts";

/** Each line of a model's proposal with its reason and whether it still fits, and what the chosen ones change. */
export function proposalLookLines(look: ProposalLook): string[] {
  const { lines, diff, impact, problem } = look;
  return [
    ...lines.flatMap((line) => {
      const sign = line.problem === null ? cyan(String(line.line)) : red(`✖ ${line.line}`);
      const why = line.problem === null ? "" : oneLine(inOwnWords(line.problem, "detail"));
      return [
        `${sign} ${oneLine(inOwnWords(line, "meaning"))}`,
        `    ${dim(oneLine(line.reason))}`,
        ...(why === "" ? [] : [`    ${red(words("line_unfit", { why }))}`]),
      ];
    }),
    ...(problem === null ? [] : [red(oneLine(inOwnWords(problem, "detail")))]),
    ...(diff === null ? [] : planChangesLines(diff)),
    ...(impact === null ? [] : impactLines(impact)),
  ];
}
