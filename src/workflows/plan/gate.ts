/**
 * Lets through what changes a plan. While it is shut that waits, in the order in which it came; opened,
 * it lets all of it through at once.
 */
export interface Gate {
  readonly isShut: boolean;
  shut(): void;
  /** Opens it, when that has been called once for each time that it was shut. */
  open(): void;
  /** Does it now, or once the gate is open. */
  pass<Done>(go: () => Done): Done | Promise<Done>;
}

/** A gate that is open. */
export function createGate(): Gate {
  let shut = 0;
  let waiting: (() => void)[] = [];
  return {
    get isShut() {
      return shut > 0;
    },
    shut() {
      shut += 1;
    },
    open() {
      shut -= 1;
      if (shut > 0) return;
      const now = waiting;
      waiting = [];
      for (const go of now) go();
    },
    pass<Done>(go: () => Done): Done | Promise<Done> {
      if (shut === 0) return go();
      return new Promise<Done>((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(go());
          } catch (error) {
            reject(error);
          }
        });
      });
    },
  };
}
