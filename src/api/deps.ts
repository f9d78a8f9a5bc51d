import type { ArtifactStore } from "../temporal/artifact-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { ToolCatalog } from "./new-plan.ts";
import type { RequestNote } from "./observe.ts";
import type { PlanGateway } from "./plan-gateway.ts";
import type { PlanLists } from "./plan-lists.ts";
import type { ScheduleGateway } from "./schedule-gateway.ts";
import type { ListFeed } from "./stream/list-feed.ts";
import type { PlanFeeds } from "./stream/plan-feeds.ts";
import type { StreamSettings } from "./stream/settings.ts";
import type { TemplateGateway } from "./template-gateway.ts";

/** Everything the API needs from outside, given by the composition root. */
export interface ApiDeps {
  readonly plans: PlanGateway;
  readonly lists: PlanLists;
  /** All plans as they change. */
  readonly listFeed: ListFeed;
  /** The plans that are watched live. */
  readonly feeds: PlanFeeds;
  readonly stream?: StreamSettings;
  readonly templates: TemplateGateway;
  readonly schedules: ScheduleGateway;
  readonly tools: ToolCatalog;
  readonly artifacts: ArtifactStore;
  /** A new id, sortable by time. */
  readonly newId: () => string;
  readonly now: () => string;
  /** Told about errors that nobody expected; the caller gets only their request id. */
  readonly onError: (error: unknown, request: { id: string; path: string }) => void;
  /** Told about every answered request. */
  readonly onRequest?: (request: RequestNote) => void;
  readonly keys: Pick<KeyStore, "inUse" | "find">;
  /** Who acts while there are no keys; null where others than this machine can reach the API. */
  readonly operator: string | null;
  /** Host names and addresses that are served besides loopback's. */
  readonly hosts: readonly string[];
  /** What each key may ask for: requests in the long run, and at once. */
  readonly rate: { readonly per_second: number; readonly burst: number };
}
