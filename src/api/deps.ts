import type { ArtifactStore } from "../temporal/artifact-store.ts";
import type { ToolCatalog } from "./new-plan.ts";
import type { PlanGateway } from "./plan-gateway.ts";

/** Everything the API needs from outside, given by the composition root. */
export interface ApiDeps {
  readonly plans: PlanGateway;
  readonly tools: ToolCatalog;
  readonly artifacts: ArtifactStore;
  /** A new id, sortable by time. */
  readonly newId: () => string;
  readonly now: () => string;
  /** Told about errors that nobody expected; the caller gets only their request id. */
  readonly onError: (error: unknown, request: { id: string; path: string }) => void;
  /** Who acts: on loopback without keys, one local operator. */
  readonly operator: string;
}
