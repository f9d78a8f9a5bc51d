import { isIPv4 } from "node:net";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";

export type RequestTarget = { readonly url: URL } | { readonly problem: Sentence };

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
      problem: say("url_signs"),
    };
  }
  const authority = SCHEME_AND_AUTHORITY.exec(text)?.[1];
  if (authority === undefined) {
    return { problem: say("url_scheme") };
  }
  if (authority.includes("@")) {
    return {
      problem: say("url_password"),
    };
  }
  const host = HOST_AND_PORT.exec(authority)?.[1];
  if (host === undefined || !URL.canParse(text)) {
    return { problem: say("url_unreadable") };
  }
  const url = new URL(text);
  if (host.endsWith(".") || url.hostname.endsWith(".")) {
    return { problem: say("url_dot") };
  }
  if (isIPv4(url.hostname) && host !== url.hostname) {
    return {
      problem: say("url_odd_number", { address: url.hostname }),
    };
  }
  // Letters that nobody sees or that look like others make a name that reads as another one.
  if (!host.startsWith("[") && host.toLowerCase() !== url.hostname) {
    return {
      problem: say("url_other_host", { url: url.href }),
    };
  }
  if (text.split(/[?#]/, 1)[0]!.slice("https://".length).split("/").some(isDotSegment)) {
    return {
      problem: say("url_dot_segments", { url: url.href }),
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
