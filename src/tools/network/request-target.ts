import { isIPv4 } from "node:net";

export type RequestTarget = { readonly url: URL } | { readonly problem: string };

const SCHEME_AND_AUTHORITY = /^https?:\/\/([^/?#]*)/i;
const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[^:[\]%]+)(?::\d{1,5})?$/i;

/**
 * Reads an http(s) address as strictly as it is written, before any resolving.
 *
 * URL parsers forgive: `http://0x7f.1`, `http:\\127.1` and `http://１２７.0.0.1` all mean 127.0.0.1.
 * Whoever reviews a plan must see the host that will be called, so every such spelling is a problem.
 */
export function parseRequestTarget(text: string): RequestTarget {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text)) {
    return {
      problem:
        "The URL must not contain spaces, control characters or backslashes: percent-encode them.",
    };
  }
  const authority = SCHEME_AND_AUTHORITY.exec(text)?.[1];
  if (authority === undefined) {
    return { problem: "The URL must start with http:// or https://." };
  }
  if (authority.includes("@")) {
    return {
      problem:
        "The URL must not hold a user name or password: send credentials in a header, such as authorization.",
    };
  }
  const host = HOST_AND_PORT.exec(authority)?.[1];
  if (host === undefined || !URL.canParse(text)) {
    return { problem: "The URL's host cannot be read: write https://host/path." };
  }
  const url = new URL(text);
  if (host.endsWith(".") || url.hostname.endsWith(".")) {
    return { problem: "The URL's host must not end with a dot: leave the dot out." };
  }
  if (isIPv4(url.hostname) && host !== url.hostname) {
    return {
      problem: `The URL's host is an unusual spelling of the address ${url.hostname}: write the address itself.`,
    };
  }
  // Letters that nobody sees or that look like others make a name that reads as another one.
  if (!host.startsWith("[") && host.toLowerCase() !== url.hostname) {
    return {
      problem: `The URL's host is written differently from the host that would be called: write ${url.href}`,
    };
  }
  if (text.split(/[?#]/, 1)[0]!.slice("https://".length).split("/").some(isDotSegment)) {
    return {
      problem: `The URL's path has "." or ".." in it, so that another one would be called: write ${url.href}`,
    };
  }
  return { url };
}

function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** The host without the brackets that URLs put around IPv6 addresses. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** The port that will be connected to, also when the URL leaves it out. */
export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}
