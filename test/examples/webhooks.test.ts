import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { receive } from "../../examples/webhooks/verify-delivery.ts";

const SECRET = `whsec_${randomBytes(32).toString("base64")}`;

function signed(body: string, { at = Date.now(), secret = SECRET } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const id = (JSON.parse(body) as { id: string }).id;
  const key = Buffer.from(secret.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    // A secret that is being changed signs twice.
    "webhook-signature": `v1,AAAA v1,${signature}`,
  };
}

test.each(["verify.mjs", "verify-delivery.ts"])("the guide shows the example's %s", (file) => {
  const [, shown] = readFileSync("docs/webhooks.md", "utf8").split(
    `<!-- examples/webhooks/${file} -->`,
  );
  const [, code] = /^\s+```\w+\n([\s\S]*?)```/.exec(shown ?? "") ?? [];
  expect(code).toBe(readFileSync(`examples/webhooks/${file}`, "utf8"));
});

test("a receiver of a few lines answers 204 to what is signed, and 401 to everything else", async () => {
  vi.stubEnv("WEBHOOK_SECRET", SECRET);
  const told = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    told.mockRestore();
  });
  const body = JSON.stringify({
    id: "evt_1",
    type: "dev.holdpoint.hold.opened.v1",
    data: { hold: { title: "Pour" } },
  });
  const send = async (headers: Record<string, string>): Promise<number> =>
    (await receive(new Request("https://example.com", { method: "POST", headers, body }))).status;
  expect(await send(signed(body))).toBe(204);
  expect(told).toHaveBeenCalledExactlyOnceWith("Pour");
  expect(await send({ ...signed(body), "webhook-id": "evt_2" })).toBe(401);
});

test("the example's receiver passes what is told on to Slack and by e-mail, once, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-receiver-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mailed = join(folder, "mail.txt");
  const sendmail = join(folder, "sendmail");
  writeFileSync(sendmail, `#!/bin/sh\ncat >> "${mailed}"\n`);
  chmodSync(sendmail, 0o755);
  const posted: string[] = [];
  let slackAnswers = 500;
  const slack = createServer((request, response) => {
    void textOf(request).then((body) => {
      posted.push((JSON.parse(body) as { text: string }).text);
      response.writeHead(slackAnswers).end();
    });
  });
  slack.listen(0, "127.0.0.1");
  await once(slack, "listening");
  onTestFinished(() => void slack.close());
  const receiver = spawn(process.execPath, ["examples/webhooks/receiver.mjs"], {
    env: {
      ...process.env,
      WEBHOOK_SECRET: SECRET,
      SLACK_URL: `http://127.0.0.1:${(slack.address() as AddressInfo).port}/`,
      MAIL_TO: "kim@example.com",
      SENDMAIL: sendmail,
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void receiver.kill());
  const [line] = (await once(receiver.stdout, "data")) as [Buffer];
  const url = `http://127.0.0.1:${/port (\d+)/.exec(String(line))![1]}/`;
  const body = JSON.stringify({
    id: "evt_1",
    type: "dev.holdpoint.plan.ended.v1",
    data: {
      plan: { title: "Tea <& cake>" },
      outcome: "failed",
      failed_todos: [{ title: "끓이기", error_message: "No water" }],
      links: { screen: "/plans/tea" },
    },
  });
  const send = async (headers: Record<string, string>, text = body): Promise<number> =>
    (await fetch(url, { method: "POST", headers, body: text })).status;

  expect(await send({})).toBe(401);
  expect(await send(signed(body), body.replace("failed", "fine"))).toBe(401);
  expect(await send(signed(body, { at: Date.now() - 600_000 }))).toBe(401);
  const other = `whsec_${randomBytes(32).toString("base64")}`;
  expect(await send(signed(body, { secret: other }))).toBe(401);
  expect(posted).toEqual([]);
  expect(await send(signed(body))).toBe(503);
  slackAnswers = 200;
  expect(await send(signed(body))).toBe(204);
  expect(await send(signed(body))).toBe(204);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toBe(
    "plan ended: Tea &lt;&amp; cake&gt; – failed\n• 끓이기: No water\nhttp://127.0.0.1:7400/plans/tea",
  );
  const tell = async (type: string, data: object): Promise<string | undefined> => {
    const links = { screen: "/inbox/tea.h1" };
    const told = { id: `evt_${type}`, type: `dev.holdpoint.${type}.v1`, data: { ...data, links } };
    const text = JSON.stringify(told);
    expect(await send(signed(text), text)).toBe(204);
    return posted.at(-1)?.split("\n")[0];
  };
  const hold = { title: "Pour", assignee: null };
  const approved = await tell("hold.signed", { by: "kim", lacks: 1, hold });
  expect(approved).toBe("hold signed: Pour – kim approved, 1 more");
  const handed = await tell("hold.delegated", { by: "kim", hold: { ...hold, assignee: "lee" } });
  expect(handed).toBe("hold delegated: Pour (lee)");
  expect(existsSync(mailed)).toBe(true);
  const mail = readFileSync(mailed, "utf8");
  expect(mail).toMatch(/^To: kim@example\.com\nSubject: =\?UTF-8\?B\?[\w+/=]+\?=\n/);
  expect(Buffer.from(mail.split("\n\n")[1]!, "base64").toString()).toContain("끓이기: No water");
});
