/** The plan of a hold: its id begins with the plan's. */
export function planOf(holdId: string): string {
  return holdId.slice(0, holdId.lastIndexOf("."));
}
