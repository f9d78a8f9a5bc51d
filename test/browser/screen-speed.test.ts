import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

/* Prints how soon a person sees things; how soon depends on the machine, so no time is asked for here. */
const screen = useScreen();
const QUESTIONS = 20;
/** A question is done by its answer. */
const DONE = "hold.decided";

test("prints how soon an event that the API has is on the screen", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = Array.from({ length: QUESTIONS }, (_, place) => ({
    id: `q${place}`,
    title: `Ask ${place}`,
    input_request: { question: `Question ${place}?` },
  }));
  const { id } = await api.create({ id: "screen2-speed", title: "Speed", todos });
  const holds = await api.untilHolds(id, QUESTIONS);
  const page = await open(`${url}/plans/${id}`);
  await page.getByText(`0%, 0 of ${QUESTIONS} done`).waitFor();
  // When the page has drawn each number of todos that are done, by the clock of this machine.
  await page.evaluate(`(() => {
    window.seen = {};
    const look = () => {
      const done = /, (\\d+) of ${QUESTIONS} done/.exec(document.querySelector("header").innerText)?.[1];
      if (done !== undefined && window.seen[done] === undefined) {
        window.seen[done] = 0;
        requestAnimationFrame(() => (window.seen[done] = Date.now()));
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  })()`);
  const feed = await api.deps.feeds.subscribe(id, { after: null, onDrop: () => undefined });
  // The plan as it is now: what happens from here on comes as events.
  expect(await feed.next()).toMatchObject({ kind: "snapshot" });
  const told: number[] = [];
  // Read beside the request, whose answer comes later than the event.
  const untilTold = async (): Promise<number> => {
    for (;;) {
      const item = await feed.next();
      if (item === null) throw new Error("The feed ended before the todo had.");
      const isDone = item.kind === "events" && item.events.some(({ event }) => event.type === DONE);
      if (isDone) return Date.now();
    }
  };
  for (const hold of holds) {
    const [answer, at] = await Promise.all([
      api.post(`/v1/holds/${hold.id}/decision`, { decision: "answer", value: "yes" }),
      untilTold(),
    ]);
    expect(answer.status).toBe(200);
    told.push(at);
    await expect.poll(() => page.evaluate(`window.seen[${told.length}] > 0`)).toBe(true);
  }
  feed.close();
  const seen = await page.evaluate<Record<string, number>>("window.seen");
  const took = told
    .map((at, place) => Math.max(0, seen[place + 1]! - at))
    .toSorted((a, b) => a - b);
  expect(took).toHaveLength(QUESTIONS);
  console.info(
    `An event on the screen: median ${took[QUESTIONS / 2]} ms, at most ${took.at(-1)} ms after the API has it`,
  );
});

test("prints how soon a decision is felt, and how soon it is on the screen", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = Array.from({ length: 10 }, (_, place) => ({
    id: `a${place}`,
    title: `Send ${place}`,
    tool_name: "echo",
    tool_params: { text: `${place}` },
    requires_approval: true,
  }));
  const { id } = await api.create({ id: "screen2-felt", title: "Felt", todos });
  const holds = await api.untilHolds(id, todos.length);
  const page = await open("about:blank");
  const felt: number[] = [];
  const shown: number[] = [];
  for (const hold of holds) {
    await page.goto(`${url}/inbox/${hold.id}`);
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await approve.waitFor();
    await page.evaluate(`(() => {
      const button = [...document.querySelectorAll("button")].find((one) => one.textContent.startsWith("Approve"));
      button.addEventListener("pointerdown", () => {
        const from = performance.now();
        const drawn = (name) => requestAnimationFrame(() => (window[name] ??= performance.now() - from));
        new MutationObserver(() => {
          drawn("felt");
          if (document.body.innerText.includes("approved this")) drawn("shown");
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      }, { capture: true });
    })()`);
    await approve.click();
    await expect.poll(() => page.evaluate("window.shown !== undefined")).toBe(true);
    felt.push(await page.evaluate<number>("window.felt"));
    shown.push(await page.evaluate<number>("window.shown"));
  }
  const print = (times: number[]): string => {
    const sorted = times.map((ms) => Math.round(ms)).toSorted((a, b) => a - b);
    return `median ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${sorted.at(-1)} ms`;
  };
  expect((await api.untilEnded(id)).status).toBe("completed");
  console.info(`A decision is felt: ${print(felt)}; accepted and on the screen: ${print(shown)}`);
});
