import { readFileSync } from "node:fs";
import { join } from "node:path";

interface LogLine {
  readonly id?: string;
  readonly route?: string;
  readonly status?: number;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
}

/** Each request that the API answered with 500, and the error that it logged for it, from its log in the folder. */
export function unexpectedIn(folder: string): string[] {
  const lines = readFileSync(join(folder, "api.log"), "utf8").split("\n").flatMap(parse);
  const failed = lines.filter(({ status }) => status === 500);
  return failed.map(({ id, route }) => {
    const err = lines.find((line) => line.id === id && line.err !== undefined)?.err;
    return `${route}: ${err?.type} ${err?.message}\n${err?.stack}`;
  });
}

/** A process that is killed leaves half a line. */
function parse(line: string): LogLine[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line) as LogLine];
  } catch {
    return [];
  }
}
