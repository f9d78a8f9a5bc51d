import type { Connection } from "@temporalio/client";
import proto from "@temporalio/proto";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { isForbidden } from "../ensure-namespace.ts";
import { hasGrpcStatus } from "../grpc-status.ts";

/** What all of Holdpoint's workers are together, in Temporal's words: one deployment. */
const DEPLOYMENT = TEMPORAL_NAMES.task_queue;
/** Those that have no build, and that plans go to as if all of them ran the same code. */
export const WITHOUT_BUILD = `${DEPLOYMENT}-without-build`;

const Pinned =
  proto.temporal.api.workflow.v1.VersioningOverride.PinnedOverrideBehavior
    .PINNED_OVERRIDE_BEHAVIOR_PINNED;

type Asked = Pick<Connection, "workflowService">;

/** The builds whose workers have come by, and the one that plans go to. */
export interface WorkerVersions {
  /** Null: plans go to workers without a build. */
  readonly current: string | null;
  readonly builds: readonly string[];
  /** What the next change is made on. */
  readonly token: Uint8Array;
}

const NONE: WorkerVersions = { current: null, builds: [], token: new Uint8Array() };

/** The build in what Temporal says of a worker or a queue; null for workers without one. */
export function buildOf(
  version: { deploymentName?: string | null; buildId?: string | null } | null | undefined,
): string | null {
  return version?.deploymentName === DEPLOYMENT ? version.buildId || null : null;
}

/** How Temporal is told of a worker's build. */
export const deploymentOptions = (buildId: string) =>
  ({
    version: { deploymentName: DEPLOYMENT, buildId },
    useWorkerVersioning: true,
    // docs/decisions/0059-worker-versions.md
    defaultVersioningBehavior: "AUTO_UPGRADE",
  }) as const;

/** How Temporal is told which code a worker without a build runs: for whoever looks, and no plan goes by it. */
export const codeOptions = (code: string) =>
  ({
    version: { deploymentName: WITHOUT_BUILD, buildId: code },
    useWorkerVersioning: false,
  }) as const;

/** The builds of a namespace; none where Temporal knows of none, or does not know builds at all. */
export async function readWorkerVersions(
  { workflowService }: Asked,
  namespace: string,
): Promise<WorkerVersions> {
  try {
    const { conflictToken, workerDeploymentInfo: info } =
      await workflowService.describeWorkerDeployment({ namespace, deploymentName: DEPLOYMENT });
    const builds = (info?.versionSummaries ?? []).flatMap(
      ({ deploymentVersion }) => deploymentVersion?.buildId ?? [],
    );
    const current = info?.routingConfig?.currentDeploymentVersion?.buildId;
    return { current: current || null, builds, token: conflictToken ?? NONE.token };
  } catch (error) {
    if (hasGrpcStatus(error, "NOT_FOUND") || isForbidden(error)) return NONE;
    throw error;
  }
}

/** Sends plans to a build from now on. @throws ServiceError when none of its workers is there. */
export async function makeCurrent(
  { workflowService }: Asked,
  namespace: string,
  { buildId, token }: { readonly buildId: string; readonly token: Uint8Array },
): Promise<void> {
  await workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName: DEPLOYMENT,
    buildId,
    conflictToken: token,
    identity: "holdpoint promote",
  });
}

/** Keeps a workflow on a build, whatever plans go to. */
export async function pinTo(
  { workflowService }: Asked,
  namespace: string,
  { workflowId, buildId }: { readonly workflowId: string; readonly buildId: string },
): Promise<void> {
  await workflowService.updateWorkflowExecutionOptions({
    namespace,
    workflowExecution: { workflowId },
    workflowExecutionOptions: {
      versioningOverride: {
        pinned: { behavior: Pinned, version: { deploymentName: DEPLOYMENT, buildId } },
      },
    },
    updateMask: { paths: ["versioning_override"] },
  });
}
