import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
} from "@grpc/grpc-js";
import { Connection } from "@temporalio/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRetryInterceptors } from "../../src/temporal/connection/retry-calls.ts";

type Handle = (attempt: number, answer: sendUnaryData<Buffer>) => void;

/** A Temporal whose answers to `DescribeNamespace` are up to the test, and a connection to it. */
async function connectTo(handle: Handle): Promise<{ connection: Connection; tries: () => number }> {
  let attempts = 0;
  const server = new Server();
  const method = (name: string) => ({
    path: `/temporal.api.workflowservice.v1.WorkflowService/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: (bytes: Buffer) => bytes,
    requestDeserialize: (bytes: Buffer) => bytes,
    responseSerialize: (bytes: Buffer) => bytes,
    responseDeserialize: (bytes: Buffer) => bytes,
  });
  type Answer = (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) => void;
  const getSystemInfo: Answer = (_call, answer) => answer(null, Buffer.alloc(0));
  const describeNamespace: Answer = (_call, answer) => {
    attempts += 1;
    handle(attempts, answer);
  };
  server.addService(
    {
      getSystemInfo: method("GetSystemInfo"),
      describeNamespace: method("DescribeNamespace"),
    },
    { getSystemInfo, describeNamespace },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  const connection = await Connection.connect({
    address: `127.0.0.1:${port}`,
    interceptors: createRetryInterceptors(),
  });
  onTestFinished(async () => {
    await connection.close();
    server.forceShutdown();
  });
  return { connection, tries: () => attempts };
}

const unavailable = { code: status.UNAVAILABLE, details: "not now" };
const ask = (connection: Connection) => connection.workflowService.describeNamespace({});

describe("a request to Temporal", () => {
  test("is tried again while Temporal cannot take it", async () => {
    const { connection, tries } = await connectTo((attempt, answer) =>
      attempt < 3 ? answer(unavailable) : answer(null, Buffer.alloc(0)),
    );
    await ask(connection);
    expect(tries()).toBe(3);
  });

  test("that was called off between two attempts is not sent any more", async () => {
    const over = new AbortController();
    const { connection, tries } = await connectTo((attempt, answer) => {
      if (attempt > 1) return answer(null, Buffer.alloc(0));
      answer(unavailable);
    });
    const asked = connection
      .withAbortSignal(over.signal, () => ask(connection))
      .catch((error: unknown) => error);
    // The first attempt's failure is here once another request has been answered behind it.
    while (tries() === 0) await connection.workflowService.getSystemInfo({});
    await connection.workflowService.getSystemInfo({});
    over.abort();
    expect(await asked).toMatchObject({ code: status.CANCELLED });
    expect(tries()).toBe(1);
  });

  test("that was called off in a later attempt ends at once", async () => {
    const over = new AbortController();
    const { connection, tries } = await connectTo((attempt, answer) => {
      if (attempt === 1) return answer(unavailable);
      over.abort();
    });
    const asked = connection.withAbortSignal(over.signal, () => ask(connection));
    await expect(asked).rejects.toMatchObject({ code: status.CANCELLED });
    expect(tries()).toBe(2);
  });

  test("that begins when the connection is closed is called off, too", async () => {
    const { connection } = await connectTo((_attempt, answer) => answer(null, Buffer.alloc(0)));
    await connection.close();
    await expect(ask(connection)).rejects.toMatchObject({ code: status.CANCELLED });
  });
});
