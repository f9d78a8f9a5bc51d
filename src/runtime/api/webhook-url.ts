import { createNetworkPolicy } from "../../tools/network/network-policy.ts";
import { systemHostLookup } from "../../tools/network/resolve-target.ts";
import { resolveWebhook } from "../../tools/network/webhook-target.ts";
import { untilAborted } from "../../tools/with-deadline.ts";
import type { LoadedConfig } from "../config.ts";

const RESOLVE_MS = 5_000;

/**
 * What looks whether an address may be told, when a webhook is made. Whoever tells it looks again.
 * It rejects with why not.
 */
export function createWebhookCheck({
  webhooks,
}: Pick<LoadedConfig, "webhooks">): (url: string) => Promise<unknown> {
  const policy = createNetworkPolicy(webhooks.allow, "webhooks.allow");
  return (url) =>
    untilAborted(resolveWebhook(url, policy, systemHostLookup), AbortSignal.timeout(RESOLVE_MS));
}
