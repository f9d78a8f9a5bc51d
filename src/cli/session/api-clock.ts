/** The API's clock, by which plans keep their deadlines. */
export interface ApiClock {
  /** Epoch milliseconds; by this machine's clock until the API has answered. */
  readonly now: () => number;
  /** Takes what an answer says (whole seconds), and when it was asked for by this machine's clock. */
  readonly note: (date: string, askedAt: number) => void;
}

export function createApiClock(): ApiClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    note(date, askedAt) {
      const said = Date.parse(date);
      // It was said between the question and the answer: a clock that agrees with that is not moved.
      const [least, most] = [said - Date.now(), said + 999 - askedAt];
      if (least <= most) ahead = Math.min(Math.max(ahead, least), most);
    },
  };
}
