/** What is awaited, unless it takes too long: then an error says what was waited for. */
export async function inTime<Result>(
  awaited: Promise<Result>,
  mostMs: number,
  waitedFor: () => string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${waitedFor()} (${mostMs / 1000} s)`)), mostMs);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
