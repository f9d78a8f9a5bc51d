import type { LoggedEvent } from "../contract/event.ts";
import type { ArtifactStore } from "../temporal/artifact-store.ts";
import type { EventPage } from "../workflows/messages.ts";

/** The events after a sequence number, oldest first, wherever they are kept by now. */
export async function joinArchive(
  page: EventPage,
  after: number,
  limit: number,
  artifacts: ArtifactStore,
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (const { artifact } of page.archive) {
    if (events.length >= limit) break;
    const bytes = await artifacts.get(artifact);
    const part = JSON.parse(Buffer.from(bytes).toString()) as { events: LoggedEvent[] };
    events.push(...part.events.filter(({ seq }) => seq > after));
  }
  return [...events, ...page.events].slice(0, limit);
}
