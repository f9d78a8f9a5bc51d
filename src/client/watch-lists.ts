import type { ListChange, ListSnapshot } from "../contract/service/stream.ts";
import { follow, type ConnectionOptions } from "./watch.ts";

/** What a watcher of all plans sees: everything at first and after each break, else each changed row. */
export type ListNews = { readonly type: "snapshot"; readonly data: ListSnapshot } | ListChange;

/**
 * All plans that go on and what waits for people, as they change, until the signal ends it. Connections
 * that break are made again, and begin with a snapshot.
 * @throws ProblemError when the API refuses, ConnectionError when something else than an API speaks there from
 *   the first.
 */
export async function* watchLists(
  url: string,
  options: ConnectionOptions = {},
): AsyncGenerator<ListNews, void> {
  for await (const { event, data } of follow(url, { path: "/v1/events" }, options)) {
    yield { type: event, data: JSON.parse(data) as unknown } as ListNews;
  }
}
