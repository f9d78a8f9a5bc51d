import { TestWorkflowEnvironment } from "@temporalio/testing";

const ATTEMPTS = 6;

/**
 * A Temporal whose clock jumps to the next timer while a result is awaited. Temporal's library gives its
 * server 5 s to start, which Java may need for itself on a busy machine; then it is started again.
 * @param path the server's executable; when undefined the library downloads one.
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
      if (attempt === ATTEMPTS || !/did not start within/.test(String(error))) throw error;
    }
  }
}
