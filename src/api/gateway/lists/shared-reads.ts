/**
 * Reads by name, of which one runs at a time for each name. Who asks meanwhile gets the next, together
 * with all who wait for it: however many ask, two reads are enough, and nobody is told what was read
 * before they asked.
 */
export function createSharedReads<Answer>(
  read: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>();
  const next = new Map<string, Promise<Answer>>();

  function begin(name: string): Promise<Answer> {
    next.delete(name);
    const reading = read(name).finally(() => {
      if (!next.has(name)) running.delete(name);
    });
    running.set(name, reading);
    return reading;
  }

  function follow(name: string, before: Promise<Answer>): Promise<Answer> {
    const following = before.then(
      () => begin(name),
      () => begin(name),
    );
    next.set(name, following);
    return following;
  }

  return (name) => {
    const before = running.get(name);
    return before === undefined ? begin(name) : (next.get(name) ?? follow(name, before));
  };
}
