import { say } from "../../contract/sentences/sentence.ts";
import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from "@temporalio/client";
import type { Template, TemplateSummary } from "../../contract/template.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { shortTitle } from "../../text/short-title.ts";
import {
  deleteTemplateUpdate,
  saveTemplateUpdate,
  templateQuery,
  type SentCommand,
} from "../../workflows/wire/messages.ts";
import type { ProvenMessage } from "../../workflows/wire/proof.ts";
import type { templateWorkflow } from "../../workflows/template.workflow.ts";
import type { CommandProofs } from "./command-proofs.ts";
import { createAsk } from "./ask-temporal.ts";
import { Refusal } from "../../contract/problem-error.ts";

/** Templates as the API sees them: each is kept by a workflow of its own. */
export interface TemplateGateway {
  /** Saves a template, as a new one or as the next version; it is durable when this resolves. */
  save(template: Omit<Template, "version" | "saved_at">): Promise<Template>;
  get(id: string): Promise<Template>;
  /** All templates; it also answers while every worker is down. */
  list(): Promise<TemplateSummary[]>;
  delete(id: string): Promise<void>;
}

export interface TemplateGatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds. */
  readonly answerMs: number;
  /** The API's word for its changes; templates take anybody's when absent. */
  readonly proofs?: CommandProofs;
}

/** How many templates a list shows. */
const MAX_TEMPLATES = 1_000;

export function createTemplateGateway(
  client: Client,
  taskQueue: string,
  { answerMs, proofs }: TemplateGatewayOptions,
): TemplateGateway {
  const ask = createAsk(client, answerMs);
  const idOf = (id: string): string => TEMPORAL_NAMES.template_prefix + id;
  const handleOf = (id: string) => client.workflow.getHandle<typeof templateWorkflow>(idOf(id));
  const isRunning = async (id: string): Promise<boolean> =>
    (await handleOf(id).describe()).status.name === "RUNNING";

  /** A change, and the API's word for it. */
  function proven(id: string, message: ProvenMessage, command: object): SentCommand {
    const { namespace } = client.options;
    const proof = proofs?.prove({ namespace, plan_id: idOf(id), message, command });
    return proof === undefined ? [command] : [command, proof];
  }

  async function askTemplate<Result>(id: string, request: () => Promise<Result>): Promise<Result> {
    try {
      return await ask(id, request);
    } catch (error) {
      const isMissing = error instanceof Refusal && error.problem.code === "plan_not_found";
      throw isMissing ? noSuchTemplate(id) : error;
    }
  }

  return {
    async save(template) {
      const proof_keys = (await proofs?.demanded()) ?? [];
      return askTemplate(template.id, () =>
        client.workflow.executeUpdateWithStart(saveTemplateUpdate, {
          args: proven(template.id, "save_template", template),
          startWorkflowOperation: new WithStartWorkflowOperation<typeof templateWorkflow>(
            TEMPORAL_NAMES.template_workflow,
            {
              workflowId: idOf(template.id),
              taskQueue,
              args: [proof_keys.length > 0 ? { proof_keys } : {}],
              staticSummary: shortTitle(template.title),
              workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
              workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            },
          ),
        }),
      );
    },
    get: (id) =>
      askTemplate(id, async () => {
        const [kept, running] = await Promise.all([
          handleOf(id).query(templateQuery),
          isRunning(id),
        ]);
        if (kept === null || !running) throw noSuchTemplate(id);
        return kept;
      }),
    list: () => {
      const read = async (): Promise<TemplateSummary[]> => {
        const query = `WorkflowType = "${TEMPORAL_NAMES.template_workflow}" AND ExecutionStatus = "Running"`;
        const found: TemplateSummary[] = [];
        for await (const { memo } of client.workflow.list({ query })) {
          if (memo?.["template"] !== undefined) found.push(memo["template"] as TemplateSummary);
          if (found.length >= MAX_TEMPLATES) break;
        }
        return found.sort((a, b) => (a.id < b.id ? -1 : 1));
      };
      return ask("", read, { of: "temporal" });
    },
    delete: (id) =>
      askTemplate(id, () =>
        handleOf(id).executeUpdate(deleteTemplateUpdate, {
          args: proven(id, "delete_template", { id }),
        }),
      ),
  };
}

function noSuchTemplate(id: string): Refusal {
  return new Refusal({
    code: "template_not_found",
    detail: say("no_template", { id }),
    hint: say("templates_are_listed"),
  });
}
