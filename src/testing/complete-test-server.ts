import { once } from "node:events";
import {
  connect,
  constants,
  createServer,
  type ClientHttp2Session,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { status, type ServiceError } from "@grpc/grpc-js";
import { optionalTsToDate } from "@temporalio/common/lib/time.js";
import proto, { type temporal } from "@temporalio/proto";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { readListQuery, type FieldValue, type Found } from "./list-query.ts";

const { workflowservice, enums } = proto.temporal.api;
const messages = workflowservice.v1;
const SERVICE = "/temporal.api.workflowservice.v1.WorkflowService/";
/** Larger than any message of gRPC, for all that are under way, in MB. */
const SESSION_MEMORY = 256;
/** A frame of gRPC begins with whether it is compressed, and its length. */
const FRAME_HEAD = 5;

/** As Temporal holds a long poll; a look costs the test server a millisecond. */
const LONG_POLL_MS = 20_000;
const LOOK_EVERY_MS = 25;
const CLOSE_EVENT = enums.v1.HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT;

type Execution = temporal.api.workflow.v1.IWorkflowExecutionInfo;
/** Undefined for what the test server is to answer itself. */
type Answer = (
  message: Uint8Array,
  signal: AbortSignal,
) => Promise<Uint8Array | undefined> | Uint8Array;

/** Why a call is not answered, and what to do. */
class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Temporal's test server knows every run, and lists, follows and deletes none: that is answered here, from
 * what it describes, as is who works. Everything else goes through to it.
 */
export async function completeTestServer(
  environment: TestWorkflowEnvironment,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const { address } = (environment.connection as { options: { address: string } }).options;
  const answers = createAnswers(environment);
  const behind = connect(`http://${address}`, { maxSessionMemory: SESSION_MEMORY });
  behind.on("error", () => undefined);
  const sessions = new Set<Http2Session>();
  const server = createServer({ maxSessionMemory: SESSION_MEMORY });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => undefined).on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    const answer = answers[headers[":path"]?.slice(SERVICE.length) ?? ""];
    const pass = (body: Readable): void => forward(stream, { headers, body }, behind);
    if (answer === undefined) pass(stream);
    else void reply(stream, answer, pass);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const session of sessions) session.destroy();
      behind.destroy();
      await closed;
    },
  };
}

/** Passes a call on, with what ends it on either side. */
function forward(
  stream: ServerHttp2Stream,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: Readable },
  behind: ClientHttp2Session,
): void {
  if (behind.destroyed) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
  const call = behind.request(headers);
  const trailers = new Promise<IncomingHttpHeaders>((resolve) => {
    call.on("trailers", resolve).on("close", () => resolve({}));
  });
  call.on("response", (answered, flags) => {
    if (stream.closed) return;
    const isAll = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    stream.respond(answered, isAll ? { endStream: true } : { waitForTrailers: true });
    if (!isAll) call.pipe(stream);
  });
  stream.on("wantTrailers", () => {
    void trailers.then((last) => {
      if (!stream.closed) stream.sendTrailers(last);
    });
  });
  call.on("error", () => undefined);
  call.on("close", () => {
    if (!stream.closed && call.rstCode !== constants.NGHTTP2_NO_ERROR) stream.close(call.rstCode);
  });
  stream.on("close", () => {
    if (!call.closed) call.close(constants.NGHTTP2_CANCEL);
  });
  body.pipe(call);
}

async function reply(
  stream: ServerHttp2Stream,
  answer: Answer,
  pass: (body: Readable) => void,
): Promise<void> {
  const grpc = { ":status": 200, "content-type": "application/grpc" };
  const over = new AbortController();
  stream.on("close", () => over.abort());
  try {
    const asked = await buffer(stream);
    const message = await answer(messageIn(asked), over.signal);
    if (stream.closed) return;
    if (message === undefined) return pass(Readable.from([asked]));
    const head = Buffer.alloc(FRAME_HEAD);
    head.writeUInt32BE(message.length, 1);
    stream.respond(grpc, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": status.OK }));
    stream.end(Buffer.concat([head, message]));
  } catch (error) {
    if (stream.closed) return;
    // What the test server refuses has its code.
    const { code, details, message } = error as Partial<ServiceError> & Error;
    stream.respond(
      {
        ...grpc,
        "grpc-status": typeof code === "number" ? code : status.INVALID_ARGUMENT,
        "grpc-message": encodeURI(details || message),
      },
      { endStream: true },
    );
  }
}

function messageIn(frame: Buffer): Uint8Array {
  const message = frame.subarray(FRAME_HEAD);
  return frame[0] === 1 ? gunzipSync(message) : message;
}

function createAnswers({ connection }: TestWorkflowEnvironment): Readonly<Record<string, Answer>> {
  const { workflowService } = connection;
  /** What became of runs that are over: it stays. */
  const over = new Map<string, Execution>();
  const deleted = new Set<string>();

  async function describe(namespace: string, { execution }: Execution): Promise<Execution[]> {
    const known = over.get(execution?.runId ?? "");
    if (known !== undefined) return [known];
    // It may be deleted by now.
    const found = await workflowService
      .describeWorkflowExecution({ namespace, ...(execution && { execution }) })
      .catch(() => undefined);
    const info = found?.workflowExecutionInfo;
    if (info?.execution?.runId == null) return [];
    if (info.closeTime != null) over.set(info.execution.runId, info);
    return [info];
  }

  /** Runs that a query finds, in the order of Temporal's stores: those that go on, then the latest end. */
  async function find(namespace: string, query: string): Promise<Execution[]> {
    const matches = readListQuery(query);
    const request = { namespace, startTimeFilter: EVER };
    // One that ends meanwhile is in the second.
    const { executions: open } = await workflowService.listOpenWorkflowExecutions(request);
    const { executions: closed } = await workflowService.listClosedWorkflowExecutions(request);
    const listed = new Map([...open, ...closed].map((run) => [run.execution?.runId, run] as const));
    const runs = await Promise.all([...listed.values()].map((run) => describe(namespace, run)));
    return runs
      .flat()
      .filter((run) => !deleted.has(run.execution?.runId ?? "") && matches(fieldsOf(run)))
      .toSorted((a, b) => endOf(b) - endOf(a) || startOf(b) - startOf(a));
  }

  return {
    /** The test server tells who waits only what comes next, and not where to go on from. */
    async GetWorkflowExecutionHistory(message, signal) {
      const asked = messages.GetWorkflowExecutionHistoryRequest.decode(message);
      if (!asked.waitNewEvent || asked.historyEventFilterType === CLOSE_EVENT) return undefined;
      const { namespace } = asked;
      const [runId = "", seen = "0"] = Buffer.from(asked.nextPageToken).toString().split(" ");
      const execution = {
        workflowId: asked.execution?.workflowId ?? "",
        runId: runId || (asked.execution?.runId ?? ""),
      };
      for (
        const until = Date.now() + LONG_POLL_MS;
        ;
        await sleep(LOOK_EVERY_MS, null, { signal })
      ) {
        const { workflowExecutionInfo: run } = await workflowService.describeWorkflowExecution({
          namespace,
          execution,
        });
        // So that the next run is not taken for this one.
        execution.runId = run?.execution?.runId ?? "";
        const hasNews = Number(run?.historyLength ?? 0) > Number(seen);
        if (!hasNews && run?.closeTime == null && Date.now() < until) continue;
        const { history } = await workflowService.getWorkflowExecutionHistory({
          namespace,
          execution,
        });
        const events = history?.events ?? [];
        const next = `${execution.runId} ${events.length}`;
        return messages.GetWorkflowExecutionHistoryResponse.encode({
          history: { events: events.slice(Number(seen)) },
          ...(!events.some(endsTheRun) && { nextPageToken: Buffer.from(next) }),
        }).finish();
      }
    },
    async ListWorkflowExecutions(message) {
      const asked = messages.ListWorkflowExecutionsRequest.decode(message);
      const { namespace, query, pageSize, nextPageToken } = asked;
      const from = Number(Buffer.from(nextPageToken).toString());
      const found = await find(namespace, query);
      const to = pageSize > 0 ? from + pageSize : found.length;
      return messages.ListWorkflowExecutionsResponse.encode({
        executions: found.slice(from, to),
        ...(to < found.length && { nextPageToken: Buffer.from(String(to)) }),
      }).finish();
    },
    async CountWorkflowExecutions(message) {
      const { namespace, query } = messages.CountWorkflowExecutionsRequest.decode(message);
      const count = (await find(namespace, query)).length;
      return messages.CountWorkflowExecutionsResponse.encode({
        count: count as never,
      }).finish();
    },
    DeleteWorkflowExecution(message) {
      const { workflowExecution } = messages.DeleteWorkflowExecutionRequest.decode(message);
      deleted.add(workflowExecution?.runId ?? "");
      return messages.DeleteWorkflowExecutionResponse.encode({}).finish();
    },
    // Who is in this process works as long as anybody can ask.
    ListWorkers: () =>
      messages.ListWorkersResponse.encode({
        workersInfo: [
          {
            workerHeartbeat: {
              workerIdentity: "holdpoint/testing",
              heartbeatTime: momentNow(),
              status: enums.v1.WorkerStatus.WORKER_STATUS_RUNNING,
            },
          },
        ],
      }).finish(),
    DescribeTaskQueue: () =>
      messages.DescribeTaskQueueResponse.encode({
        pollers: [{ identity: "holdpoint/testing", lastAccessTime: momentNow() }],
      }).finish(),
    ListSchedules: () => messages.ListSchedulesResponse.encode({}).finish(),
    DescribeSchedule() {
      throw new Refused(status.NOT_FOUND, "There is no such schedule.");
    },
    CreateSchedule() {
      throw new Refused(status.UNIMPLEMENTED, NO_SCHEDULES);
    },
  };
}

const NO_SCHEDULES =
  "holdpoint/testing has no schedules. Start a plan from the template here, and try the schedule with holdpoint start.";

const EVER = {
  earliestTime: { seconds: 0 as never },
  latestTime: { seconds: 253_402_300_799 as never },
};

const momentNow = () => ({ seconds: Math.floor(Date.now() / 1_000) as never });

/** What closes a run, by the types of its last event. */
const CLOSING = new Set(
  ["COMPLETED", "FAILED", "TIMED_OUT", "CANCELED", "TERMINATED", "CONTINUED_AS_NEW"].map(
    (end) => enums.v1.EventType[`EVENT_TYPE_WORKFLOW_EXECUTION_${end}` as "EVENT_TYPE_UNSPECIFIED"],
  ),
);
const endsTheRun = ({ eventType }: temporal.api.history.v1.IHistoryEvent): boolean =>
  CLOSING.has(eventType ?? 0);

const startOf = ({ startTime }: Execution): number => optionalTsToDate(startTime)?.getTime() ?? 0;
const endOf = ({ closeTime }: Execution): number =>
  optionalTsToDate(closeTime)?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** By number, as queries call them: RUNNING is Running. */
const STATUSES = new Map(
  Object.entries(enums.v1.WorkflowExecutionStatus).map(([name, number]) => [
    number,
    name
      .replace("WORKFLOW_EXECUTION_STATUS_", "")
      .replaceAll(
        /([A-Z])([A-Z]*)_?/g,
        (_, first: string, rest: string) => first + rest.toLowerCase(),
      ),
  ]),
);

function fieldsOf(run: Execution): Found {
  const own: Record<string, FieldValue | null | undefined> = {
    WorkflowId: run.execution?.workflowId,
    RunId: run.execution?.runId,
    WorkflowType: run.type?.name,
    TaskQueue: run.taskQueue,
    ExecutionStatus: STATUSES.get(run.status ?? 0),
    StartTime: optionalTsToDate(run.startTime),
    CloseTime: optionalTsToDate(run.closeTime),
  };
  for (const [name, { metadata, data }] of Object.entries(
    run.searchAttributes?.indexedFields ?? {},
  )) {
    const value = JSON.parse(Buffer.from(data ?? []).toString() || "null") as FieldValue | null;
    const isMoment = Buffer.from(metadata?.["type"] ?? []).toString() === "Datetime";
    // An empty list is no value.
    const isNone = value === null || (Array.isArray(value) && value.length === 0);
    own[name] = isNone ? null : isMoment ? new Date(value as string) : value;
  }
  return new Map(
    Object.entries(own).filter((field): field is [string, FieldValue] => field[1] != null),
  );
}
