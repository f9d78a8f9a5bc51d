/** How the orchestrator says that only a person can answer: all that it says, and nothing beside it. */
const MARK = /^\[NEED_HUMAN: ([^[\]]*[^[\]\s])\]$/u;
/** What looks as if it was meant so. */
const LIKE_A_MARK = /need[\s_-]*human/iu;

/**
 * The question that the orchestrator puts to a person (S4), or undefined. Of its own final text only:
 * what others write is never asked about this.
 */
export function parseHumanQuery(output: string): { readonly question: string } | undefined {
  const question = MARK.exec(output.trim())?.[1]?.trim();
  return question === undefined || question === "" ? undefined : { question };
}

/** Whether a text holds what looks like such a question and is none. */
export function isMalformedQuery(output: string): boolean {
  return parseHumanQuery(output) === undefined && LIKE_A_MARK.test(output);
}
