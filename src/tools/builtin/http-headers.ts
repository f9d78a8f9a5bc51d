import { z } from "zod";

const MAX_HEADERS = 100;

/** Headers that steer the connection itself: setting them could smuggle a second request. */
const SET_BY_THE_TOOL = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Request headers that a todo may set (RFC 9110 names, Latin-1 values, no line breaks). */
export const HttpHeadersSchema = z
  .record(
    z
      .string()
      .max(256)
      .regex(
        /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
        "A header name holds only letters, digits and - _ . and the like.",
      ),
    z
      .string()
      .max(8_192)
      .regex(
        /^[\t\u0020-\u007e\u0080-\u00ff]*$/,
        "A header value must not hold line breaks, control characters or letters outside Latin-1: percent-encode them.",
      ),
  )
  .superRefine((headers, check) => {
    const names = Object.keys(headers);
    if (names.length > MAX_HEADERS) {
      check.addIssue({
        code: "custom",
        message: `There are ${names.length} headers; send at most ${MAX_HEADERS}.`,
      });
    }
    const seen = new Set<string>();
    for (const name of names) {
      const lower = name.toLowerCase();
      if (SET_BY_THE_TOOL.has(lower)) {
        check.addIssue({
          code: "custom",
          path: [name],
          message: `The header ${lower} is set by the tool itself: remove it.`,
        });
      }
      if (seen.has(lower)) {
        check.addIssue({
          code: "custom",
          path: [name],
          message: `The header ${lower} is there twice, in different case: keep one.`,
        });
      }
      seen.add(lower);
    }
  });
