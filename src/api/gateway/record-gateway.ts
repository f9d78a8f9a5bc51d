import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from "@temporalio/client";
import type { QueryDefinition, UpdateDefinition } from "@temporalio/common";
import { Refusal } from "../../contract/problems/problem-error.ts";
import type { SentenceId } from "../../contract/sentences/sentence.ts";
import { quoted } from "../../temporal/connection/quoted.ts";
import { shortTitle } from "../../text/short-title.ts";
import type { SentCommand } from "../../workflows/wire/messages.ts";
import type { ProvenMessage } from "../../workflows/wire/proof.ts";
import { createAsk } from "./asking/ask-temporal.ts";
import { isGone } from "./asking/temporal-refusal.ts";
import type { CommandProofs } from "./command-proofs.ts";
import { untilListed } from "./lists/until-listed.ts";

/** What is kept under a name, as the API sees it: each record by a workflow of its own. */
export interface RecordGateway<Kept, Summary> {
  /** Saves it, as a new one or as the next version; it is durable when this resolves, and listed. */
  save(record: Omit<Kept, "version" | "saved_at">): Promise<Kept>;
  /** @throws Refusal when there is none. */
  get(id: string): Promise<Kept>;
  /** All of them, by name; it also answers while every worker is down. */
  list(): Promise<Summary[]>;
  /**
   * It is gone when this resolves, from lists, too.
   * @param after_version the only one at which it is deleted, where one is meant and such records take it.
   * @throws Refusal when there is none.
   */
  delete(id: string, after_version?: number): Promise<void>;
}

interface RecordGatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds. */
  readonly answerMs: number;
  /** The API's word for its changes; anybody's are taken when absent. */
  readonly proofs?: CommandProofs;
}

interface Versioned {
  readonly version: number;
}

/** What is particular to one kind of record. */
export interface RecordKind<Kept extends Versioned, Summary extends Versioned> {
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

/** How often a change is sent while others, sent later, come first. */
const MOST_TRIES = 10;
/** Why a record refuses it then. */
const OLDER: SentenceId = "older_proof";

export function createRecordGateway<Kept extends Versioned, Summary extends Versioned>(
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

  /** Sends a change with the API's word for it: anew, where one that was sent later has come first. */
  async function change<Result>(
    id: string,
    message: ProvenMessage,
    command: object,
    send: (sent: SentCommand) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await askFor(id, () => send(proven(id, message, command)));
      } catch (error) {
        if (tries === MOST_TRIES || !isOvertaken(error)) throw error;
      }
    }
  }

  async function summaries(more = ""): Promise<Summary[]> {
    const query = kind.listQuery(taskQueue) + more;
    const found: Summary[] = [];
    for await (const { memo } of client.workflow.list({ query })) {
      const summary = kind.toSummary(memo ?? {});
      if (summary !== undefined) found.push(summary);
      if (found.length >= kind.most) break;
    }
    return found;
  }

  /** @param version the one that lists are to tell; 0 when they are to tell none. */
  const untilListedAs = (id: string, version: number): Promise<void> =>
    untilListed(async () => {
      const only = ` AND WorkflowId = ${quoted(kind.prefix + id)}`;
      const [listed] = await ask(id, () => summaries(only), { of: "temporal" });
      return version === 0 ? listed === undefined : (listed?.version ?? 0) >= version;
    });

  return {
    async save(record) {
      const proof_keys = (await proofs?.demanded()) ?? [];
      const id = kind.idOf(record);
      const saved = await change(id, kind.saveUpdate.name, record, (args) =>
        client.workflow.executeUpdateWithStart(kind.saveUpdate, {
          args,
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
      await untilListedAs(id, saved.version);
      return saved;
    },
    get: (id) =>
      askFor(id, async () => {
        const handle = handleOf(id);
        const [kept, { status }] = await Promise.all([handle.query(kind.query), handle.describe()]);
        if (kept === null || status.name !== "RUNNING") throw kind.missing(id);
        return kept;
      }),
    list: async () => {
      const found = await ask("", () => summaries(), { of: "temporal" });
      return found.sort((a, b) => (kind.idOf(a) < kind.idOf(b) ? -1 : 1));
    },
    async delete(id, after_version) {
      const { deleteUpdate } = kind;
      const command = { id, ...(after_version !== undefined && { after_version }) };
      await change(id, deleteUpdate.name, command, (args) =>
        handleOf(id).executeUpdate(deleteUpdate, { args }),
      );
      await untilListedAs(id, 0);
    },
  };
}

/** Whether a record takes a change for an old one: what was sent after it has arrived before. */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false;
  const why = error.problem.detail.values["why"];
  return typeof why === "object" && "id" in why && why.id === OLDER;
}
