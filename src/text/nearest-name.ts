const LONGEST_NAME = 64;

/** Beyond so many edits a name was not mistyped. */
const MOST_EDITS = 4;

/**
 * The candidate that a mistyped `name` most likely meant ("did you mean …"), or undefined when none
 * is close: at most one edit per three letters, and four, where case, `-`, `.` and `_` do not count as
 * different. Among equally close candidates the first wins.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const folded = fold(name);
  let best: string | undefined;
  let bestDistance = Math.min(MOST_EDITS, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(folded, fold(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, "_");
}

/**
 * Levenshtein distance, with two swapped neighbours counted as one edit; `most` or more when it is
 * not below that. Only the cells are filled from which a smaller distance can follow.
 */
function editDistance(from: string, to: string, most: number): number {
  const width = to.length + 1;
  let [beforeLast, last, current] = [0, 1, 2].map(() => new Uint8Array(width).fill(most));
  for (let column = 0; column < Math.min(width, most); column++) last![column] = column;
  for (let row = 1; row <= from.length; row++) {
    const begin = Math.max(1, row - most);
    const end = Math.min(to.length, row + most);
    const letter = from.charCodeAt(row - 1);
    let least = begin === 1 ? row : most;
    current![begin - 1] = least;
    for (let column = begin; column <= end; column++) {
      const other = to.charCodeAt(column - 1);
      let cost = last![column - 1]! + (letter === other ? 0 : 1);
      cost = Math.min(cost, last![column]! + 1, current![column - 1]! + 1);
      const swapped =
        row > 1 && letter === to.charCodeAt(column - 2) && from.charCodeAt(row - 2) === other;
      if (swapped) cost = Math.min(cost, beforeLast![column - 2]! + 1);
      current![column] = cost;
      if (cost < least) least = cost;
    }
    if (least >= most) return most;
    [beforeLast, last, current] = [last, current, beforeLast];
    current!.fill(most);
  }
  return last![to.length]!;
}
