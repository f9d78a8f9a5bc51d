import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Azure's in-machine control endpoint: routed only inside the virtual machine although its address
 * lies in public space.
 */
const MACHINE_LOCAL = new Set(["168.63.129.16"]);

/**
 * Whether an IP address (text, as a resolver answers it) belongs to the public internet.
 *
 * IPv6 addresses that carry an IPv4 address (IPv4-mapped, NAT64 `64:ff9b::/96`, 6to4, Teredo) count
 * as what they carry; any other IPv6 address must lie in 2000::/3, the only space IANA hands out for
 * global unicast. Anything that is not an address, or names a zone, is not public.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  const carried = carriedIPv4(address);
  if (carried.length > 0) return carried.every(isPublicIPv4);
  return (at(address, 0) & 0xe000) === 0x2000 && address.range() === "unicast";
}

/** Reads an address as the operating system would; undefined for anything else, zones included. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(text);
  if (family === 0 || text.includes("%")) return undefined;
  if (family === 4) return ipaddr.IPv4.parse(text);
  // ipaddr.js takes the text ::1.2.3.4 for ::ffff:1.2.3.4, which is another address: spell it in hex.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]/`).hostname.slice(1, -1));
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !MACHINE_LOCAL.has(address.toString());
}

function carriedIPv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const range = address.range();
  // 64:ff9b:1::/48 has a layout that each network chooses for itself: what it carries cannot be read.
  if (range === "ipv4Mapped" || (range === "rfc6052" && at(address, 2) === 0)) {
    return [toIPv4(at(address, 6), at(address, 7))];
  }
  if (range === "6to4") return [toIPv4(at(address, 1), at(address, 2))];
  if (range === "teredo") {
    // RFC 4380: the server's address, and the client's with every bit inverted.
    return [
      toIPv4(at(address, 2), at(address, 3)),
      toIPv4(at(address, 6) ^ 0xffff, at(address, 7) ^ 0xffff),
    ];
  }
  return [];
}

function at(address: ipaddr.IPv6, index: number): number {
  return address.parts[index] ?? 0;
}

function toIPv4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
