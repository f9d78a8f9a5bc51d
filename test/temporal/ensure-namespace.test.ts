import { randomUUID } from "node:crypto";
import { Connection } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { inEnglish } from "../../src/contract/service/notices.ts";
import {
  ensureNamespace,
  missingSearchAttributes,
} from "../../src/temporal/connection/ensure-namespace.ts";

let connection: Connection;
beforeAll(async () => {
  connection = await Connection.connect({ address: inject("temporalAddress") });
});
afterAll(() => connection.close());

const attributes = { PlanStatus: "Keyword", OpenHolds: "Int" } as const;
const fresh = () => `ns-${randomUUID()}`;

async function retentionDays(namespace: string): Promise<number> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / 86_400;
}

describe("preparing a namespace", () => {
  test("creates it with retention and search attributes, and changes nothing the second time", async () => {
    const namespace = fresh();
    const settings = { namespace, retention_days: 7, search_attributes: attributes };
    expect((await ensureNamespace(connection, settings)).map(inEnglish)).toEqual([
      `created namespace ${namespace}`,
      "added search attributes PlanStatus, OpenHolds",
    ]);
    expect(await retentionDays(namespace)).toBe(7);
    expect(await ensureNamespace(connection, settings)).toEqual([]);
  });

  test("adds only what is missing and leaves retention alone unless told", async () => {
    const namespace = fresh();
    const some = { PlanStatus: "Keyword" } as const;
    await ensureNamespace(connection, { namespace, retention_days: 3, search_attributes: some });
    const added = await ensureNamespace(connection, { namespace, search_attributes: attributes });
    expect(added.map(inEnglish)).toEqual(["added search attributes OpenHolds"]);
    expect(await retentionDays(namespace)).toBe(3);
  });

  test("works when two do it at once", async () => {
    const namespace = fresh();
    const none = { namespace, search_attributes: {} };
    await ensureNamespace(connection, none);
    const settings = { namespace, search_attributes: attributes };
    await Promise.all([
      ensureNamespace(connection, settings),
      ensureNamespace(connection, settings),
    ]);
    expect(await missingSearchAttributes(connection, settings)).toEqual([]);
  });

  test("names an attribute that exists with another type", async () => {
    const namespace = fresh();
    await ensureNamespace(connection, { namespace, search_attributes: attributes });
    const other = { namespace, search_attributes: { OpenHolds: "Keyword" } } as const;
    await expect(ensureNamespace(connection, other)).rejects.toThrow(
      `Namespace ${namespace} has search attributes of another type: OpenHolds (wanted: Keyword).`,
    );
  });
});
