import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isPublicAddress, parseAddress } from "./public-address.ts";
import { hostOf, parseRequestTarget, portOf } from "./request-target.ts";

/** Where tools may connect: the public internet, and what the configuration opens besides. */
export interface NetworkPolicy {
  /** The setting of the configuration that opens more. */
  readonly setting: string;
  /** The configuration opens this URL's host (and port): any address of it will do. */
  allowsHost(url: URL): boolean;
  /** The address is public, or in a range that the configuration opens. */
  allowsAddress(address: string): boolean;
}

type AllowedHost = { readonly host: string; readonly port: number | undefined };
type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Reads the `allow` list: each entry an exact `host`, a `host:port`, or an address range in CIDR
 * form (`10.1.0.0/16`, `fd00::/8`). A host opens only that spelling; a range opens the addresses
 * in it under whatever name.
 * @throws TypeError when an entry is none of these.
 */
export function createNetworkPolicy(
  allow: readonly string[],
  setting = "http.allow",
): NetworkPolicy {
  const hosts: AllowedHost[] = [];
  const ranges: AddressRange[] = [];
  for (const entry of allow) {
    const range = parseRange(entry);
    if (range !== undefined) ranges.push(range);
    else hosts.push(parseHost(entry, setting));
  }
  return {
    setting,
    allowsHost: (url) =>
      hosts.some(
        ({ host, port }) => host === hostOf(url) && (port === undefined || port === portOf(url)),
      ),
    allowsAddress: (address) => isPublicAddress(address) || isInRanges(address, ranges),
  };
}

function parseRange(entry: string): AddressRange | undefined {
  const [address = "", bits, ...rest] = entry.split("/");
  if (bits === undefined || rest.length > 0 || isIP(address) === 0) return undefined;
  return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined;
}

function parseHost(entry: string, setting: string): AllowedHost {
  const authority = isIP(entry) === 6 ? `[${entry}]` : entry;
  const target = parseRequestTarget(`http://${authority}/`);
  const port = /:(\d+)$/.exec(authority)?.[1];
  if ("problem" in target || !/^[^/?#*]+$/.test(entry)) {
    throw new TypeError(
      `${setting} entry ${JSON.stringify(entry)} is not understood. Write an exact host ("intranet.example"), host:port ("127.0.0.1:8080") or an address range ("10.1.0.0/16").`,
    );
  }
  return { host: hostOf(target.url), port: port === undefined ? undefined : Number(port) };
}

function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  const parsed = parseAddress(text);
  if (parsed === undefined) return false;
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  const address = mapped ? parsed.toIPv4Address() : parsed;
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}
