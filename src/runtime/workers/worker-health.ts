import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { notice, NoticeError } from "../../contract/service/notices.ts";

/** Where a worker is in its life; `cut_off`: Temporal does not answer it, and it goes on once it does. */
export type WorkerLife = "starting" | "ready" | "cut_off" | "stopping";

/**
 * Tells by HTTP where a worker is in its life, for whoever runs it: `/healthz` is 200 while the process
 * works, `/readyz` is 200 while it takes up work and 503 else.
 * @param address `host:port`; port 0 = any.
 * @throws NoticeError when the address cannot be listened at.
 */
export async function serveWorkerHealth(
  address: string,
  life: () => Promise<WorkerLife>,
): Promise<{ readonly url: string; close(): void }> {
  const at = address.lastIndexOf(":");
  const host = address.slice(0, at).replaceAll(/[[\]]/g, "");
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://worker");
    const worker = await life();
    const status = { "/healthz": 200, "/readyz": worker === "ready" ? 200 : 503 }[pathname] ?? 404;
    const body = status === 404 ? { paths: ["/healthz", "/readyz"] } : { worker };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(`${JSON.stringify(body)}\n`);
  };
  const server = createServer((request, response) => {
    // What is no address, or hung up meanwhile, gets no answer.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(Number(address.slice(at + 1)), host);
  try {
    await once(server, "listening");
  } catch (error) {
    const said = notice("health_address_taken", { address, why: (error as Error).message });
    throw new NoticeError(said, { cause: error });
  }
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;
  return {
    url: `http://${address.slice(0, at)}:${port}/readyz`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
