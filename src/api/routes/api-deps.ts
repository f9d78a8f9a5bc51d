import type { PayloadCodec } from "@temporalio/common";
import type { KnownAgents } from "../../contract/agent.ts";
import type { FoundCheck } from "../../contract/service/checks.ts";
import type { System } from "../../contract/service/system.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import type { Secrets } from "../../temporal/connection/payloads/secrets.ts";
import type { IdentityDeps } from "../auth/identity.ts";
import type { ToolCatalog } from "../commands/new-plan.ts";
import type { Gateways } from "../gateway/gateways.ts";
import type { RequestNote } from "../http/observe.ts";
import type { Screen } from "../http/origins/screen.ts";
import type { StorageDeps } from "../http/storage.ts";
import type { PlanFeeds } from "../stream/feed/plan-feeds.ts";
import type { StreamSettings } from "../stream/settings.ts";

/** Everything the API needs from outside, given by the composition root. */
export interface ApiDeps extends Gateways, IdentityDeps, StorageDeps {
  /** The plans that are watched live. */
  readonly feeds: PlanFeeds;
  readonly stream?: StreamSettings;
  readonly tools: ToolCatalog;
  /** The agents of the configuration, and which models there are. */
  readonly agents: KnownAgents;
  readonly artifacts: ArtifactStore;
  /** Signs what people are asked over MCP; every API with the same key takes the answer. 32 bytes. */
  readonly questionKey: Uint8Array;
  /** Seals what tools mark as secret, and opens it for who may decide. */
  readonly secrets: Secrets;
  /** Looks whether a webhook may go to an address. @throws Error with why not. */
  readonly checkWebhookUrl: (url: string) => Promise<unknown>;
  /** What payloads are encrypted with. */
  readonly codec: PayloadCodec;
  /** Where Temporal's UI is, as browsers write it: its pages may have payloads decrypted. */
  readonly codecOrigins: readonly string[];
  /** How the installation is set up, as the screen is told. */
  readonly system: Omit<System, "you">;
  /** Looks at everything that plans need, as `holdpoint doctor` does. Changes nothing. */
  readonly lookAround: () => Promise<readonly FoundCheck[]>;
  /** Whose plans are served: the id of Temporal's namespace. */
  readonly instance: string;
  /** A new id, sortable by time. */
  readonly newId: () => string;
  /** Told about every answered request. */
  readonly onRequest?: (request: RequestNote) => void;
  /** The web pages; none are served when it is absent or brings none. */
  readonly screen?: () => Promise<Screen | undefined>;
  /** Where people open the screen, when the configuration says so. */
  readonly screenUrl?: string | undefined;
  /** Host names and addresses that are served besides loopback's. */
  readonly hosts: readonly string[];
}
