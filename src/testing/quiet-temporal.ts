import { IllegalStateError } from "@temporalio/common";
import { DefaultLogger, makeTelemetryFilterString, Runtime } from "@temporalio/worker";

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
