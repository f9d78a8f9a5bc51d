import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

/** Whether a URL leads to this machine: loopback, or an address that one of its own interfaces has. */
export function isOwnAddress(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, "");
  if (host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))) {
    return true;
  }
  return Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === host);
}
