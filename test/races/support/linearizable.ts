/** One operation as its caller saw it: when it was sent, when it was answered, and how. */
export interface Recorded<Op> {
  readonly op: Op;
  /** Places in one count of everything that was sent and answered; no clock. */
  readonly invoked: number;
  /** Infinity for what nobody saw ending: it may count at any later moment. */
  readonly responded: number;
}

/** What a thing does when its operations come one after another. */
export interface SequentialModel<State, Op> {
  readonly start: State;
  /** Every state that the operation with its answer may lead to; none when it cannot be so answered. */
  next(state: State, op: Op): readonly State[];
}

/**
 * An order of the operations that the model explains and in which none comes before one that had
 * been answered when it was sent; null when there is none, so that the history is not linearizable.
 *
 * Tries every order, but no set of operations with the same outcome twice. States are compared as JSON.
 */
export function findOrder<State, Op>(
  history: readonly Recorded<Op>[],
  model: SequentialModel<State, Op>,
): Op[] | null {
  const failed = new Set<string>();
  const order: Op[] = [];

  /** @param left the places of the operations that have no place in the order yet. */
  function explain(left: readonly number[], state: State): boolean {
    if (left.length === 0) return true;
    const key = `${left.join()} ${JSON.stringify(state)}`;
    if (failed.has(key)) return false;
    const firstAnswer = Math.min(...left.map((place) => history[place]!.responded));
    for (const place of left) {
      const { op, invoked } = history[place]!;
      if (invoked > firstAnswer) continue;
      const others = left.filter((other) => other !== place);
      order.push(op);
      if (model.next(state, op).some((next) => explain(others, next))) return true;
      order.pop();
    }
    failed.add(key);
    return false;
  }

  return explain([...history.keys()], model.start) ? order : null;
}

/** Writes down operations while they happen. */
export interface HistoryRecorder<Op> {
  readonly history: readonly Recorded<Op>[];
  /** Runs a request and keeps what `toOp` makes of its answer. */
  record<Found>(request: () => Promise<Found>, toOp: (found: Found) => Op): Promise<Found>;
}

export function createHistoryRecorder<Op>(): HistoryRecorder<Op> {
  const history: Recorded<Op>[] = [];
  let moment = 0;
  return {
    history,
    async record(request, toOp) {
      const invoked = ++moment;
      const found = await request();
      history.push({ op: toOp(found), invoked, responded: ++moment });
      return found;
    },
  };
}
