/** How far a person has been told what happened in a plan. */
export interface Told {
  /** They have been told of this event, and of all before it. */
  reach(seq: number): void;
  /** Resolves once they have been told of this event. */
  until(seq: number): Promise<void>;
}

export function createTold(): Told {
  let last = 0;
  let look = (): void => undefined;
  return {
    reach(seq) {
      last = seq;
      look();
    },
    until: (seq) =>
      new Promise((resolve) => {
        look = () => {
          if (last >= seq) resolve();
        };
        look();
      }),
  };
}
