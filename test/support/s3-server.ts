import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../src/temporal/machine/free-port.ts";
import { ensurePython } from "./ensure-python.ts";

const REQUIREMENTS = fileURLToPath(new URL("../ship/requirements.txt", import.meta.url));

export interface S3Server {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  makeBucket(name: string): Promise<void>;
  /** Leaves every request waiting until it goes on. */
  halt(): void;
  goOn(): void;
  stop(): Promise<void>;
}

/** What is asked before anybody has a key: the user, its policy, its key. */
const UNSIGNED = 3;
const POLICY = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }],
});

/** A server that speaks S3, from Python's registry: it keeps objects in memory, and checks signatures. */
export async function startS3Server(): Promise<S3Server> {
  const bin = await ensurePython("s3-server", REQUIREMENTS);
  const port = await findFreePort(20_000 + Math.floor(Math.random() * 20_000));
  const server = spawn(join(bin, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
    env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(UNSIGNED) },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const iam = async (action: string, fields: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ Action: action, Version: "2010-05-08", ...fields });
    const scope = "AWS4-HMAC-SHA256 Credential=nobody/20260101/us-east-1/iam/aws4_request";
    const authorization = `${scope},SignedHeaders=host,Signature=none`;
    const answer = await fetch(endpoint, { method: "POST", body, headers: { authorization } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  for (let left = 200; ; left -= 1) {
    const ready = await iam("CreateUser", { UserName: "holdpoint" }).catch(() => undefined);
    if (ready !== undefined) break;
    if (left === 0 || server.exitCode !== null) throw new Error("The S3 server did not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const user = { UserName: "holdpoint" };
  await iam("PutUserPolicy", { ...user, PolicyName: "all", PolicyDocument: POLICY });
  const made = await iam("CreateAccessKey", user);
  const read = (name: string): string => new RegExp(`<${name}>([^<]*)`).exec(made)![1]!;
  const credentials = {
    accessKeyId: read("AccessKeyId"),
    secretAccessKey: read("SecretAccessKey"),
  };
  return {
    endpoint,
    credentials,
    async makeBucket(name) {
      const { signRequest } =
        await import("../../src/temporal/connection/payloads/sign-request.ts");
      const url = new URL(`${endpoint}/${name}`);
      const unsigned = { method: "PUT", url, headers: {}, body: new Uint8Array() };
      const by = { credentials, region: "us-east-1", at: new Date() };
      const answer = await fetch(url, { method: "PUT", headers: signRequest(unsigned, by) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    halt: () => void server.kill("SIGSTOP"),
    goOn: () => void server.kill("SIGCONT"),
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGCONT");
      server.kill("SIGKILL");
      await ended;
    },
  };
}
