import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { say } from "../../contract/sentences/sentence.ts";
import { OwnFailure } from "../own-failure.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { hostOf } from "./request-target.ts";

/** Answers the IP addresses of a host name; rejects when there are none. */
export type HostLookup = (host: string) => Promise<readonly string[]>;

/** Asks the operating system, as every other program on the machine does. */
export const systemHostLookup: HostLookup = async (host) => {
  const found = await systemLookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/**
 * The addresses to connect to, each allowed by the policy. The name is asked for exactly once:
 * whoever connects must use these addresses, or a second answer could point elsewhere.
 * @throws ToolError `validation_error` when even one address is not allowed, `api_error` when the
 * name cannot be resolved.
 */
export async function resolveTarget(
  url: URL,
  policy: NetworkPolicy,
  lookup: HostLookup,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await lookUp(host, lookup) : [host];
  if (!policy.allowsHost(url) && !addresses.every((address) => policy.allowsAddress(address))) {
    // The addresses stay unsaid: a plan's author must not learn an inner network's map from us.
    throw new OwnFailure(say("url_not_public", { host: url.host, setting: policy.setting }));
  }
  return addresses;
}

async function lookUp(host: string, lookup: HostLookup): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await lookup(host);
  } catch (error) {
    throw new OwnFailure(say("url_unresolved", { host }), "api_error", { cause: error });
  }
  if (addresses.length === 0) {
    throw new OwnFailure(say("url_no_address", { host }), "api_error");
  }
  return addresses;
}
