import { TestWorkflowEnvironment } from "@temporalio/testing";

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
