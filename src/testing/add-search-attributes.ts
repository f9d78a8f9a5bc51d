import proto from "@temporalio/proto";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { SEARCH_ATTRIBUTES } from "../contract/tables/temporal-names.ts";

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
