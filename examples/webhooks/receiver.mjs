// Takes what Holdpoint tells, and passes it on to Slack and by e-mail. Plain Node, nothing to install:
//   WEBHOOK_SECRET=whsec_… SLACK_URL=https://hooks.slack.com/… MAIL_TO=kim@example.com node receiver.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { verify } from "./verify.mjs";

const { WEBHOOK_SECRET, SLACK_URL, MAIL_TO, SENDMAIL = "sendmail", PORT = "8700" } = process.env;
const { HOLDPOINT_URL = "http://127.0.0.1:7400" } = process.env;
/** What was told lately: it may be told again, with the same id. */
const known = new Map();

/** One line for a person, and where to look. */
function toText({ type, data }) {
  const what = data.hold?.title ?? data.todo?.title ?? data.plan?.title ?? data.text;
  const failed = (data.failed_todos ?? []).map(
    (todo) => `\n• ${todo.title}: ${todo.error_message}`,
  );
  const outcome = data.outcome === undefined ? "" : ` – ${data.outcome}`;
  const given = data.lacks === undefined ? "" : ` – ${data.by} approved, ${data.lacks} more`;
  const asked = data.hold?.assignee ? ` (${data.hold.assignee})` : "";
  const link = data.links === undefined ? "" : `\n${HOLDPOINT_URL}${data.links.screen}`;
  return `${type.split(".").slice(2, -1).join(" ")}: ${what}${asked}${given}${outcome}${failed.join("")}${link}`;
}

async function toSlack(text) {
  // Slack reads &, < and > as its own signs.
  const plain = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const response = await fetch(SLACK_URL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: plain }),
  });
  if (!response.ok) throw new Error(`Slack answered ${response.status}.`);
}

async function toMail(text) {
  // A line break in a header would begin another one.
  const subject = Buffer.from(text.split("\n")[0]).toString("base64");
  const head = [`To: ${MAIL_TO}`, `Subject: =?UTF-8?B?${subject}?=`, "MIME-Version: 1.0"];
  const type = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64"];
  const body = Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\n");
  const mail = spawn(SENDMAIL, ["-t"], { stdio: ["pipe", "ignore", "inherit"] });
  mail.stdin.end([...head, ...type, "", body, ""].join("\n"));
  const [code] = await once(mail, "close");
  if (code !== 0) throw new Error(`${SENDMAIL} ended with ${code}.`);
}

async function take(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // The bytes as they came: what is parsed and written again has another signature.
  const body = Buffer.concat(chunks).toString();
  if (!verify(WEBHOOK_SECRET, request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  if (known.has(event.id)) return response.writeHead(204).end();
  try {
    const text = toText(event);
    if (SLACK_URL) await toSlack(text);
    if (MAIL_TO) await toMail(text);
    known.set(event.id, true);
    if (known.size > 10_000) known.delete(known.keys().next().value);
    response.writeHead(204).end();
  } catch (error) {
    // Holdpoint tells it again later.
    console.error(error);
    response.writeHead(503).end();
  }
}

const server = createServer((request, response) => void take(request, response));
server.listen(Number(PORT), "127.0.0.1", () => console.log(`port ${server.address().port}`));
