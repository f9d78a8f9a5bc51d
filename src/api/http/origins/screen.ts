import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { splitAddress, type Route } from "../route.ts";

/** Where the screen's pages are; the screen itself finds out which of them is meant. */
const PAGES = /^\/(?:(?:inbox|h|plans|templates|agents|webhooks|system)(?:\/.*)?)?$/;
const ASSETS = "/assets/";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** What a page of the screen may do: run and show what this server sends, and ask it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface ScreenFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer>;
}

/** The built screen in memory, its files by their address. */
export interface Screen {
  readonly page: ScreenFile;
  readonly assets: ReadonlyMap<string, ScreenFile>;
}

/** Reads a built screen. @throws Error when the folder holds none. */
export async function readScreen(folder: string): Promise<Screen> {
  const names = await readdir(join(folder, ASSETS));
  const assets = names.map(async (name) => {
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    return [ASSETS + name, await readScreenFile(join(folder, ASSETS, name), type)] as const;
  });
  const page = await readScreenFile(join(folder, "index.html"), "text/html; charset=utf-8");
  return { page, assets: new Map(await Promise.all(assets)) };
}

async function readScreenFile(path: string, type: string): Promise<ScreenFile> {
  const bytes = new Uint8Array(await readFile(path));
  return { type, bytes, zipped: new Uint8Array(gzipSync(bytes)) };
}

/**
 * Serves the screen's pages and files to everybody who reaches the API: they hold no data. Names of files
 * change with their content, so browsers may keep them; pages they may not. Who asks for a page where there is
 * none, and nothing of the API either, gets the screen, too, which says so.
 * @param screen undefined where it is not built: its addresses are then nobody's.
 */
export function serveScreen(
  screen: () => Promise<Screen | undefined>,
  routes: readonly Route[],
): MiddlewareHandler {
  const apis = new Set(routes.map(({ at }) => firstPart(splitAddress(at).path)));
  return async function sendScreen(c, next) {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const { path } = c.req;
    const isAsset = path.startsWith(ASSETS);
    const isKnown = PAGES.test(path);
    if (!isAsset && !isKnown && (apis.has(firstPart(path)) || !wantsPage(c))) return next();
    const built = await screen();
    const file = isAsset ? built?.assets.get(path) : built?.page;
    if (file === undefined) return next();
    if (isAsset) c.header("cache-control", "public, max-age=31536000, immutable");
    else {
      c.header("content-security-policy", POLICY);
      c.header("cache-control", "no-store");
    }
    return sendFile(c, file, isAsset || isKnown ? 200 : 404);
  };
}

function firstPart(path: string): string {
  return path.split("/")[1] ?? "";
}

/** Browsers name what they can show as a page; programs seldom do. */
function wantsPage(c: Context): boolean {
  return /\btext\/html\b/i.test(c.req.header("accept") ?? "");
}

function sendFile(c: Context, { type, bytes, zipped }: ScreenFile, status: 200 | 404): Response {
  c.header("content-type", type);
  c.header("vary", "Accept-Encoding");
  const takesZipped = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
  if (takesZipped) c.header("content-encoding", "gzip");
  return c.body(takesZipped ? zipped : bytes, status);
}
