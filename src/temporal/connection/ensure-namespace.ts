import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@temporalio/client";
import proto from "@temporalio/proto";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import type { SearchAttributeTypeName } from "./dev-config.ts";
import { hasGrpcStatus } from "./grpc-status.ts";

const IndexedValueType = proto.temporal.api.enums.v1.IndexedValueType;

/** The names of a search attribute type on the wire. */
const WIRE_TYPES = {
  Text: IndexedValueType.INDEXED_VALUE_TYPE_TEXT,
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Int: IndexedValueType.INDEXED_VALUE_TYPE_INT,
  Double: IndexedValueType.INDEXED_VALUE_TYPE_DOUBLE,
  Bool: IndexedValueType.INDEXED_VALUE_TYPE_BOOL,
  Datetime: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
  KeywordList: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD_LIST,
} as const satisfies Record<SearchAttributeTypeName, number>;

export interface NamespaceSettings {
  readonly namespace: string;
  /** When absent, a namespace keeps what it has; a new one gets 30 days. */
  readonly retention_days?: number;
  readonly search_attributes: Readonly<Record<string, SearchAttributeTypeName>>;
}

/**
 * Makes the namespace be as Holdpoint needs it: it exists, keeps histories long enough, and has the
 * search attributes. Repeating it changes nothing.
 * @returns what had to be changed; empty when all was as wanted.
 * @throws NoticeError when an attribute exists with another type, or the server refuses or stays silent.
 */
export async function ensureNamespace(
  connection: Connection,
  settings: NamespaceSettings,
): Promise<readonly Notice[]> {
  return [
    ...(await ensureExists(connection, settings)),
    ...(await ensureSearchAttributes(connection, settings)),
  ];
}

/** The wanted search attributes that the namespace lacks. @throws as `ensureNamespace`. */
export async function missingSearchAttributes(
  connection: Pick<Connection, "operatorService">,
  settings: NamespaceSettings,
): Promise<readonly string[]> {
  const present = await connection.operatorService.listSearchAttributes({
    namespace: settings.namespace,
  });
  const wanted = Object.entries(settings.search_attributes);
  const clashes = wanted.filter(([name, type]) => {
    const there = present.customAttributes[name];
    return there !== undefined && there !== WIRE_TYPES[type];
  });
  if (clashes.length > 0) {
    const names = clashes.map(([name, type]) => `${name} (wanted: ${type})`).join(", ");
    const { namespace } = settings;
    throw new NoticeError(notice("attributes_of_other_type", { namespace, names }));
  }
  return wanted.map(([name]) => name).filter((name) => !(name in present.customAttributes));
}

async function ensureExists(
  connection: Connection,
  { namespace, retention_days: days }: NamespaceSettings,
): Promise<Notice[]> {
  const { workflowService, operatorService } = connection;
  const present = await unlessNotFound(workflowService.describeNamespace({ namespace }));
  if (present === undefined) {
    const workflowExecutionRetentionPeriod = toDuration(days ?? 30);
    await workflowService
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod })
      .catch((error: unknown) => {
        if (!isForbidden(error)) throw error;
        throw new NoticeError(notice("namespace_forbidden", { namespace }), { cause: error });
      });
    // It can be described at once; all other calls look it up in a cache, which follows.
    const listed = () => unlessNotFound(operatorService.listSearchAttributes({ namespace }));
    await until(
      async () => (await listed()) !== undefined,
      () => `namespace ${namespace}`,
    );
    return [notice("namespace_made", { namespace })];
  }
  const seconds = Number(present.config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  if (days === undefined || seconds === days * DAY_SECONDS) return [];
  await workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: toDuration(days) },
  });
  return [notice("namespace_keeps", { namespace, days })];
}

/** Many a Temporal that others run leaves this to its own tools. */
export function isForbidden(error: unknown): boolean {
  return hasGrpcStatus(error, "PERMISSION_DENIED") || hasGrpcStatus(error, "UNIMPLEMENTED");
}

const DAY_SECONDS = 24 * 3600;

function toDuration(days: number) {
  return proto.google.protobuf.Duration.fromObject({ seconds: days * DAY_SECONDS });
}

async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (hasGrpcStatus(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

async function ensureSearchAttributes(
  connection: Connection,
  settings: NamespaceSettings,
): Promise<Notice[]> {
  const missing = await missingSearchAttributes(connection, settings);
  if (missing.length === 0) return [];
  const add = Object.fromEntries(
    Object.entries(settings.search_attributes)
      .filter(([name]) => missing.includes(name))
      .map(([name, type]) => [name, WIRE_TYPES[type]]),
  );
  try {
    await connection.operatorService.addSearchAttributes({
      namespace: settings.namespace,
      searchAttributes: add,
    });
  } catch (error) {
    // Somebody else may have added them in between.
    const names = await missingSearchAttributes(connection, settings);
    if (names.length > 0 && isForbidden(error)) {
      const typed = names.map((name) => `${name} (${settings.search_attributes[name]})`);
      const said = { namespace: settings.namespace, names: typed.join(", ") };
      throw new NoticeError(notice("attributes_forbidden", said), { cause: error });
    }
    if (names.length > 0) throw error;
  }
  let left = missing;
  await until(
    async () => {
      left = await missingSearchAttributes(connection, settings);
      return left.length === 0;
    },
    () => `search attributes ${left.join(", ")}`,
  );
  return [notice("attributes_added", { names: missing.join(", ") })];
}

const SHOWN_MS = 30_000;

/** Servers with a cache or another search store show what was made a little later. */
async function until(reached: () => Promise<boolean>, what: () => string): Promise<void> {
  const deadline = Date.now() + SHOWN_MS;
  while (!(await reached())) {
    if (Date.now() > deadline) {
      throw new NoticeError(notice("not_shown", { what: what(), seconds: SHOWN_MS / 1_000 }));
    }
    await delay(200);
  }
}
