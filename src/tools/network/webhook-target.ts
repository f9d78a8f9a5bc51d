import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { OwnFailure } from "../own-failure.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { parseRequestTarget } from "./request-target.ts";
import { type HostLookup, resolveTarget } from "./resolve-target.ts";

/** Where a webhook's receiver is, as vetted as a request of a plan. */
export interface WebhookTarget {
  readonly url: URL;
  /** Nothing else is connected to, whatever the name means a moment later. */
  readonly addresses: readonly string[];
}

/**
 * Reads and resolves a webhook's address: https, or a host that the configuration opens, and on the
 * public internet unless it does.
 * @throws OwnFailure with what is wrong with it.
 */
export async function resolveWebhook(
  text: string,
  policy: NetworkPolicy,
  lookup: HostLookup,
): Promise<WebhookTarget> {
  const target = parseRequestTarget(text);
  if ("problem" in target) throw new OwnFailure(forWebhooks(target.problem, policy));
  const { url } = target;
  if (url.protocol !== "https:" && !policy.allowsHost(url)) {
    throw new OwnFailure(say("url_https", { setting: policy.setting }));
  }
  return { url, addresses: await resolveTarget(url, policy, lookup) };
}

/** What is wrong with an address, where webhooks take less than requests and cannot send headers of one's own. */
function forWebhooks(problem: Sentence, { setting }: NetworkPolicy): Sentence {
  switch (problem.id) {
    case "url_scheme":
      return say("url_https", { setting });
    case "url_password":
      return say("url_password_webhook");
    default:
      return problem;
  }
}
