// node session.mjs <plan>: an agent's session in plain HTTP. `work` is where your agent comes in.
const [plan] = process.argv.slice(2);
const { HOLDPOINT_URL: url = "http://127.0.0.1:7400" } = process.env;
const id = `session-${process.pid}`;
const sessions = `${url}/v1/plans/${plan}/sessions`;
const headers = {
  "content-type": "application/json",
  ...(process.env.HOLDPOINT_KEY && { authorization: `Bearer ${process.env.HOLDPOINT_KEY}` }),
};

async function send(method, address, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(address, { method, headers, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text === "" ? null : JSON.parse(text);
}

async function work(todo, prompt) {
  console.log(prompt ?? `${todo.id}: ${todo.title}`);
  // The first time it stops without having done anything, as agents do.
  if (prompt === undefined)
    return send("POST", `${sessions}/${id}/events`, { event: { type: "session.idle" } });
  const result = { note: `${todo.title}: done`, session_id: id };
  return send("POST", `${url}/v1/plans/${plan}/todos/${todo.id}/done`, result);
}

await send("POST", sessions, { session_id: id, assignee: "coder", agent: "build" });
// Between two todos there is nothing to keep, and the answer says so.
const beat = setInterval(() => {
  send("POST", `${sessions}/${id}/heartbeat`, {}).catch(() => undefined);
}, 20_000);
let todo = null;
for (;;) {
  const next = await send("GET", `${sessions}/${id}/next?wait=${todo === null ? 5 : 30}s`);
  if (next.kind === "work") {
    ({ todo } = await send("POST", `${sessions}/${id}/claim`, {}));
    if (todo !== null) await work(todo);
  } else if (next.kind === "prompt") {
    await send("POST", `${sessions}/${id}/ack`, { prompt_id: next.prompt.id });
    await work(todo, next.prompt.text);
    todo = null;
  } else if (todo === null) break;
}
clearInterval(beat);
await send("DELETE", `${sessions}/${id}`);
