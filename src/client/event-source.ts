/** One message of a stream of server-sent events. */
export interface StreamMessage {
  /** The newest id that the stream named, in this message or before. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Takes a stream of server-sent events apart, in whatever pieces it arrives (WHATWG HTML, 9.2.6).
 * Comments, such as heartbeats, say nothing here.
 */
export function createStreamParser(): (text: string) => StreamMessage[] {
  let rest = "";
  let id = "";
  let event = "";
  let data: string[] = [];
  return function parse(text) {
    const messages: StreamMessage[] = [];
    rest += text;
    // A lone CR at the end may be the first half of CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") {
        take(line);
        continue;
      }
      if (data.length > 0) messages.push({ id, event: event || "message", data: data.join("\n") });
      event = "";
      data = [];
    }
    return messages;
  };

  function take(line: string): void {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    else if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
}
