import { Transform } from "node:stream";
import {
  INVALID_REQUEST,
  isSpecType,
  PARSE_ERROR,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from "@modelcontextprotocol/server";
import { say, type Sentence } from "../contract/sentences/sentence.ts";

const LINE_END = "\n".charCodeAt(0);

/** Why something that was sent is no message. */
interface Unreadable {
  /** JSON-RPC's number. */
  readonly code: number;
  readonly detail: Sentence;
}

/**
 * Passes messages on, each a line, and tells of lines that are none: the SDK's transport drops them without a
 * word, and whoever has sent one waits for ever. Blank lines are nothing.
 */
export function createMessageLines(refuse: (unreadable: Unreadable) => void): Transform {
  let begun: Buffer[] = [];
  let size = 0;
  /** Of a line that is too long nothing is kept, and its rest is read over. */
  let isTooLong = false;

  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
        add(chunk.subarray(from, end));
        endLine(this);
        from = end + 1;
      }
      add(chunk.subarray(from));
      done();
    },
    flush(done) {
      endLine(this);
      done();
    },
  });

  function add(part: Buffer): void {
    size += part.length;
    if (size < STDIO_DEFAULT_MAX_BUFFER_SIZE && !isTooLong) {
      begun.push(part);
      return;
    }
    if (!isTooLong) refuse({ code: INVALID_REQUEST, detail: say("mcp_line_too_long") });
    isTooLong = true;
    begun = [];
  }

  function endLine(lines: Transform): void {
    const line = Buffer.concat(begun).toString("utf8");
    const isToRead = !isTooLong && line.trim() !== "";
    begun = [];
    size = 0;
    isTooLong = false;
    if (!isToRead) return;
    const unreadable = readMistake(line);
    if (unreadable === null) lines.push(`${line}\n`);
    else refuse(unreadable);
  }
}

function readMistake(line: string): Unreadable | null {
  try {
    const isMessage = isSpecType.JSONRPCMessage(JSON.parse(line));
    return isMessage ? null : { code: INVALID_REQUEST, detail: say("mcp_no_message") };
  } catch {
    return { code: PARSE_ERROR, detail: say("mcp_no_json") };
  }
}
