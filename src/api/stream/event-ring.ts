import type { LoggedEvent } from "../../contract/event.ts";

/** An event with its JSON, written once for everybody who gets it. */
export interface FeedEvent {
  readonly event: LoggedEvent;
  readonly json: string;
  /** Of the JSON in UTF-8. */
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
export function toFeedEvent(event: LoggedEvent): FeedEvent {
  const json = JSON.stringify(event);
  return { event, json, bytes: Buffer.byteLength(json) };
}
