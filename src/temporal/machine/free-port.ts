import { connect, createServer } from "node:net";
import { notice, NoticeError } from "../../contract/service/notices.ts";

export const LOOPBACK = "127.0.0.1";

/**
 * The first free port on loopback at or after `from`, skipping those in `taken`; 0 asks the system
 * for any. The port is free now; only binding it keeps it.
 * @throws NoticeError when none of the next 100 is free.
 */
export async function findFreePort(from: number, taken: readonly number[] = []): Promise<number> {
  if (from === 0) {
    const port = await listenOnce(0);
    if (port !== undefined && !taken.includes(port)) return port;
    return findFreePort(0, taken);
  }
  for (let port = from; port < from + 100 && port <= 65_535; port++) {
    if (!taken.includes(port) && (await isPortFree(port))) return port;
  }
  const to = Math.min(from + 99, 65_535);
  throw new NoticeError(notice("no_free_port", { host: LOOPBACK, from, to }));
}

/** Whether nothing on this machine listens on the port, on loopback or on all addresses. */
async function isPortFree(port: number): Promise<boolean> {
  // Some systems let loopback be bound although a listener on all addresses serves the port.
  return !(await answers(port)) && (await listenOnce(port)) !== undefined;
}

/** Whether something accepts connections on this loopback port. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: LOOPBACK, port, timeout: 1_000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(true));
    socket.once("error", () => end(false));
  });
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
