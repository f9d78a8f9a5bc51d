import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { useApi } from "../../support/api-harness.ts";
import { openSocket } from "./support/open-socket.ts";
import { eventsOf, openStream } from "./support/open-stream.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const COUNT = 2_000;
/** Six kilobytes in each of the plan's last events: more than a socket's buffers take. */
const reason = "그만두는 까닭 ".repeat(240);

/** A plan whose cancelling tells nine megabytes at once. */
async function createLoud(id: string): Promise<void> {
  const asked = { id: "asked", title: "승인", kind: "milestone" as const, requires_approval: true };
  const todos = Array.from({ length: COUNT }, (_, place) => ({
    id: `t${place}`,
    title: `${place}`,
    kind: "milestone" as const,
    depends_on: ["asked"],
  }));
  await api().create({ id, title: "큰 소리", todos: [asked, ...todos] });
  await api().untilHolds(id);
}

/** A connection that asks for the stream, and reads nothing until it is told to. */
async function ask(port: number, id: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.pause();
  socket.write(
    `GET /v1/plans/${id}/events HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`,
  );
  return socket;
}

test("who does not read is dropped, holds back nobody, and resumes where it was", async () => {
  const id = "loud";
  await createLoud(id);
  const { port, url } = await serveApi(api().deps);
  const slow = await ask(port, id);
  const path = `${url}/v1/plans/${id}/events`;
  const healthy = await openStream(path);
  await healthy.next();
  await api().post(`/v1/plans/${id}/cancel`, { reason });
  await healthy.rest();
  const all = await api().events(id);
  expect(eventsOf(healthy.messages)).toEqual(all.slice(3));

  let text = "";
  slow.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  slow.on("error", () => undefined);
  slow.resume();
  await once(slow, "close");
  const last = Number([...text.matchAll(/^id: ([0-9]+)$/gm)].at(-1)![1]);
  expect(last).toBeGreaterThanOrEqual(3);
  expect(last).toBeLessThan(all.length - 200);
  const resumed = await openStream(path, { "last-event-id": String(last - 1) });
  expect(eventsOf(await resumed.rest())).toEqual(all.slice(last - 1));
});

test("a socket that does not read is dropped, and holds back nobody", async () => {
  const id = "loud-socket";
  await createLoud(id);
  const { url } = await serveApi(api().deps);
  const slow = await openSocket(`${url}/v1/ws`);
  const healthy = await openSocket(`${url}/v1/ws`);
  for (const socket of [slow, healthy]) {
    socket.send({ type: "subscribe", ref: "s", plan_id: id });
    await socket.until(({ type }) => type === "snapshot");
  }
  slow.pause();
  await api().post(`/v1/plans/${id}/cancel`, { reason });
  await healthy.until(({ type }) => type === "end");
  const seqs = (messages: readonly { seq?: number }[]) => messages.flatMap(({ seq }) => seq ?? []);
  const expected = (await api().events(id)).map(({ seq }) => seq).slice(3);
  expect(seqs(healthy.messages).slice(1, -1)).toEqual(expected);

  slow.resume();
  const { code } = await slow.closed;
  expect(code).toBe(1006);
  const got = seqs(slow.messages).slice(1);
  expect(got).toEqual(expected.slice(0, got.length));
  expect(got.length).toBeLessThan(expected.length - 200);
});
