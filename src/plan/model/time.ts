/** An ISO 8601 time, some milliseconds after another. */
export function addMilliseconds(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) + milliseconds).toISOString();
}
