import type { BoardRows } from "../../../contract/plan/board.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";

/** An event with its JSON, written once for everybody who gets it. */
export interface FeedEvent {
  readonly event: LoggedEvent;
  /** The rows that it left changed. */
  readonly rows: BoardRows | undefined;
  readonly json: string;
  /** The JSON with the rows that changed. */
  readonly withRows: string;
  /** Of both in UTF-8. */
  readonly bytes: number;
}

/** The newest events of a plan, without gaps, as many as fit into so many bytes. */
export interface EventRing {
  /** Sequence number before the oldest event that is kept. */
  readonly floor: number;
  /** Sequence number of the newest event. */
  readonly seq: number;
  /** Adds the events that follow `seq`. */
  append(events: readonly FeedEvent[]): void;
  /** Events after a sequence number that is not below the floor, about `bytes` of them. */
  after(seq: number, bytes: number): readonly FeedEvent[];
  /** Forgets every event and goes on after `seq`. */
  restart(seq: number): void;
}

/** @param capacity bytes of JSON; the newest event stays, however large it is. */
export function createEventRing(capacity: number): EventRing {
  let events: FeedEvent[] = [];
  let floor = 0;
  let size = 0;
  return {
    get floor() {
      return floor;
    },
    get seq() {
      return floor + events.length;
    },
    append(more) {
      for (const event of more) {
        events.push(event);
        size += event.bytes;
      }
      let old = 0;
      for (; size > capacity && old < events.length - 1; old += 1) size -= events[old]!.bytes;
      events.splice(0, old);
      floor += old;
    },
    after(seq, bytes) {
      const from = seq - floor;
      let to = from;
      for (let taken = 0; to < events.length && taken < bytes; to += 1) taken += events[to]!.bytes;
      return events.slice(from, to);
    },
    restart(seq) {
      events = [];
      size = 0;
      floor = seq;
    },
  };
}

/** Writes an event's JSON. */
export function toFeedEvent(event: LoggedEvent, rows?: BoardRows): FeedEvent {
  const json = JSON.stringify(event);
  if (rows === undefined)
    return { event, rows, json, withRows: json, bytes: Buffer.byteLength(json) };
  const withRows = `${json.slice(0, -1)},"rows":${JSON.stringify(rows)}}`;
  return {
    event,
    rows,
    json,
    withRows,
    bytes: Buffer.byteLength(json) + Buffer.byteLength(withRows),
  };
}
