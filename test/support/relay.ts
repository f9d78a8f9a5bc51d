import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A network between a client and a server, which breaks when it is told to. */
export interface Relay {
  readonly address: string;
  /** Connections are reset, and new ones refused. */
  cut(): void;
  /** Nothing goes through, and nobody is told so; what was sent meanwhile arrives once it is mended. */
  stall(): void;
  /** What is connected hears nothing for good, and nobody is told so; who comes anew gets through. */
  lose(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param target address of the server, `host:port`. */
export async function openRelay(target: string): Promise<Relay> {
  const [host = "", port = ""] = target.split(":");
  const pairs = new Set<readonly [Socket, Socket]>();
  const lost = new Set<Socket>();
  let state: "whole" | "cut" | "stalled" = "whole";
  const server = createServer((client) => {
    client.on("error", () => undefined);
    if (state === "cut") return client.resetAndDestroy();
    const upstream = connect(Number(port), host);
    upstream.on("error", () => client.destroy());
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.on("close", () => {
      pairs.delete(pair);
      if (!lost.has(client)) upstream.destroy();
    });
    upstream.on("close", () => {
      if (!lost.has(client)) client.destroy();
    });
    join(pair);
    if (state === "stalled") part(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = "cut";
      for (const pair of pairs) for (const end of pair) end.resetAndDestroy();
    },
    stall() {
      state = "stalled";
      for (const pair of pairs) part(pair);
    },
    lose() {
      for (const pair of pairs) {
        for (const end of pair) lost.add(end);
        part(pair);
      }
    },
    mend() {
      state = "whole";
      for (const pair of pairs) if (!lost.has(pair[0])) join(pair);
    },
    async close() {
      for (const pair of pairs) for (const end of pair) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function join([client, upstream]: readonly [Socket, Socket]): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function part([client, upstream]: readonly [Socket, Socket]): void {
  client.unpipe(upstream);
  upstream.unpipe(client);
  client.pause();
  upstream.pause();
}
