import { describe, expect, test } from "vitest";
import { watchLists, type ListNews } from "../../src/client/watch-lists.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi({ ownTemporal: true });

describe("watching all plans", () => {
  test("shows them as they are, then each change, and tells when the line breaks and stands again", async () => {
    const question = { id: "q", title: "물음", input_request: { question: "몇 명인가요?" } };
    const { id } = await api().create({ id: "screen-watch-all", title: "모두", todos: [question] });
    const [hold] = await api().untilHolds(id);
    let served = await serveApi(api().deps);
    const over = new AbortController();
    const line: string[] = [];
    const news = watchLists(served.url, {
      signal: over.signal,
      onConnection: (state) => line.push(state),
    });
    const next = async (): Promise<ListNews> => (await news.next()).value as ListNews;
    const until = async (wanted: (one: ListNews) => boolean): Promise<ListNews> => {
      for (let one = await next(); ; one = await next()) if (wanted(one)) return one;
    };
    const isHold = (one: ListNews): boolean =>
      one.type === "snapshot"
        ? one.data.holds.some((row) => row.id === hold!.id)
        : one.type === "hold.listed" && one.data.id === hold!.id;
    await until(isHold);
    expect(line).toEqual(["open"]);

    await served.stop();
    served = await serveApi(api().deps, { port: served.port });
    await until(({ type }) => type === "snapshot");
    expect(line.slice(1)).toContain("lost");
    expect(line.at(-1)).toBe("open");

    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "둘" });
    const gone = await until(({ type }) => type === "hold.unlisted");
    expect(gone.data).toMatchObject({ id: hold!.id, plan_id: id });
    over.abort();
    // What had arrived before is still told, and then no more.
    const late: ListNews[] = [];
    for await (const one of news) late.push(one);
    expect(late.length).toBeLessThan(5);
  });
});
