import { IllegalStateError } from "@temporalio/common";
import proto from "@temporalio/proto";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { DefaultLogger, makeTelemetryFilterString, Runtime } from "@temporalio/worker";
import { SEARCH_ATTRIBUTES } from "../contract/tables/temporal-names.ts";

const ATTEMPTS = 6;

/**
 * A Temporal whose clock jumps to the next timer while a result is awaited. Temporal's library gives its
 * server 5 s to start, which Java may need for itself on a busy machine; then it is started again.
 * @param path the server's executable; when undefined the library downloads one.
 * @throws Error with what to do where it cannot download it.
 */
export async function startTimeSkipping(
  path: string | undefined,
): Promise<TestWorkflowEnvironment> {
  const options =
    path === undefined
      ? {}
      : ({ server: { executable: { type: "existing-path", path } } } as const);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping(options);
    } catch (error) {
      if (/failed to download/.test(String(error))) throw withAdvice(error);
      if (attempt === ATTEMPTS || !/did not start within/.test(String(error))) throw error;
    }
  }
}

function withAdvice(cause: unknown): Error {
  return new Error(
    `Temporal's test server cannot be downloaded from here. Set HOLDPOINT_TEST_SERVER_BINARY to the path of one that is there already, such as a download of another machine, or allow https://temporal.download. ${String(cause)}`,
    { cause },
  );
}

const { IndexedValueType } = proto.temporal.api.enums.v1;

/** Registers what plans are found by; the test server cannot say which it has. */
export async function addSearchAttributes({ connection }: TestWorkflowEnvironment): Promise<void> {
  const searchAttributes = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [
      name,
      IndexedValueType[`INDEXED_VALUE_TYPE_${type}`],
    ]),
  );
  await connection.operatorService.addSearchAttributes({ namespace: "default", searchAttributes });
}

/**
 * Lets Temporal's SDK say only what is wrong, unless this process has told it something else before: that
 * a worker starts and stops is no news to whoever reads the output of a test.
 */
export function quietTemporal(): void {
  // A runtime ends with its last connection, but what it was told holds for the next one as well.
  if (Object.keys(Runtime.defaultOptions).length > 0) return;
  try {
    Runtime.install({
      logger: new DefaultLogger("WARN"),
      // Its core warns of what the test server lacks.
      telemetryOptions: {
        logging: { filter: makeTelemetryFilterString({ core: "ERROR", other: "ERROR" }) },
      },
    });
  } catch (error) {
    // There is a runtime already, of a process that told it nothing.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
