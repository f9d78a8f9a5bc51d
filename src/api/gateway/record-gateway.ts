import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from "@temporalio/client";
import type { QueryDefinition, UpdateDefinition } from "@temporalio/common";
import type { Refusal } from "../../contract/problem-error.ts";
import { shortTitle } from "../../text/short-title.ts";
import type { SentCommand } from "../../workflows/wire/messages.ts";
import type { ProvenMessage } from "../../workflows/wire/proof.ts";
import { createAsk } from "./asking/ask-temporal.ts";
import { isGone } from "./asking/temporal-refusal.ts";
import type { CommandProofs } from "./command-proofs.ts";

/** What is kept under a name, as the API sees it: each record by a workflow of its own. */
export interface RecordGateway<Kept, Summary> {
  /** Saves it, as a new one or as the next version; it is durable when this resolves. */
  save(record: Omit<Kept, "version" | "saved_at">): Promise<Kept>;
  /** @throws Refusal when there is none. */
  get(id: string): Promise<Kept>;
  /** All of them, by name; it also answers while every worker is down. A new one may take a second. */
  list(): Promise<Summary[]>;
  delete(id: string): Promise<void>;
}

interface RecordGatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds. */
  readonly answerMs: number;
  /** The API's word for its changes; anybody's are taken when absent. */
  readonly proofs?: CommandProofs;
}

/** What is particular to one kind of record. */
export interface RecordKind<Kept, Summary> {
  readonly workflow: string;
  /** Workflow id = this and the record's id. */
  readonly prefix: string;
  readonly query: QueryDefinition<Kept | null>;
  readonly saveUpdate: UpdateDefinition<Kept, SentCommand, ProvenMessage>;
  readonly deleteUpdate: UpdateDefinition<void, SentCommand, ProvenMessage>;
  readonly idOf: (record: Omit<Kept, "version" | "saved_at"> | Summary) => string;
  readonly titleOf: (record: Omit<Kept, "version" | "saved_at">) => string;
  /** What finds all of them in Temporal's lists. */
  readonly listQuery: (taskQueue: string) => string;
  readonly toSummary: (memo: Readonly<Record<string, unknown>>) => Summary | undefined;
  /** How many of them a list shows. */
  readonly most: number;
  readonly missing: (id: string) => Refusal;
}

export function createRecordGateway<Kept, Summary>(
  client: Client,
  taskQueue: string,
  kind: RecordKind<Kept, Summary>,
  { answerMs, proofs }: RecordGatewayOptions,
): RecordGateway<Kept, Summary> {
  const ask = createAsk(client, answerMs);
  const handleOf = (id: string) => client.workflow.getHandle(kind.prefix + id);

  /** A change, and the API's word for it. */
  function proven(id: string, message: ProvenMessage, command: object): SentCommand {
    const { namespace } = client.options;
    const proof = proofs?.prove({ namespace, plan_id: kind.prefix + id, message, command });
    return proof === undefined ? [command] : [command, proof];
  }

  async function askFor<Result>(id: string, request: () => Promise<Result>): Promise<Result> {
    try {
      return await ask(id, request);
    } catch (error) {
      throw isGone(error) ? kind.missing(id) : error;
    }
  }

  return {
    async save(record) {
      const proof_keys = (await proofs?.demanded()) ?? [];
      const id = kind.idOf(record);
      return askFor(id, () =>
        client.workflow.executeUpdateWithStart(kind.saveUpdate, {
          args: proven(id, kind.saveUpdate.name, record),
          startWorkflowOperation: new WithStartWorkflowOperation(kind.workflow, {
            workflowId: kind.prefix + id,
            taskQueue,
            args: [proof_keys.length > 0 ? { proof_keys } : {}],
            staticSummary: shortTitle(kind.titleOf(record)),
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
            workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
          }),
        }),
      );
    },
    get: (id) =>
      askFor(id, async () => {
        const handle = handleOf(id);
        const [kept, { status }] = await Promise.all([handle.query(kind.query), handle.describe()]);
        if (kept === null || status.name !== "RUNNING") throw kind.missing(id);
        return kept;
      }),
    list: () => {
      const query = kind.listQuery(taskQueue);
      const read = async (): Promise<Summary[]> => {
        const found: Summary[] = [];
        for await (const { memo } of client.workflow.list({ query })) {
          const summary = kind.toSummary(memo ?? {});
          if (summary !== undefined) found.push(summary);
          if (found.length >= kind.most) break;
        }
        return found.sort((a, b) => (kind.idOf(a) < kind.idOf(b) ? -1 : 1));
      };
      return ask("", read, { of: "temporal" });
    },
    delete: (id) =>
      askFor(id, () => {
        const { deleteUpdate } = kind;
        const args = proven(id, deleteUpdate.name, { id });
        return handleOf(id).executeUpdate(deleteUpdate, { args });
      }),
  };
}
