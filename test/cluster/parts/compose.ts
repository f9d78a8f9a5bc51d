import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

const FILE = fileURLToPath(new URL("../../../deploy/compose.yaml", import.meta.url));

const Environment = z.record(z.string(), z.string());
const Replicas = z.object({ deploy: z.object({ replicas: z.int() }), environment: Environment });
const ComposeSchema = z.object({
  services: z.object({
    schema: z.object({
      image: z.string(),
      environment: Environment,
      command: z.tuple([z.literal("sh"), z.literal("-ec"), z.string()]),
    }),
    temporal: z.object({ image: z.string(), environment: Environment }),
    setup: z.object({ environment: Environment }),
    worker: Replicas,
    api: Replicas,
  }),
  configs: z.object({ temporal: z.object({ content: z.string() }) }),
});

/** What the cluster has from `deploy/compose.yaml`, so that its settings are the ones that are tried. */
export interface Compose {
  /** The releases of Temporal's server and of its tools: the tags of their images. */
  readonly releases: readonly string[];
  /** What makes Temporal's tables: a script for the shell, and its environment as written. */
  readonly schema: {
    readonly script: string;
    readonly environment: Readonly<Record<string, string>>;
  };
  /** The environment of Temporal's server, as written. */
  readonly temporal: Readonly<Record<string, string>>;
  /** Temporal's dynamic configuration. */
  readonly dynamicConfig: string;
  /** The environment of Holdpoint's own services, as written. */
  readonly holdpoint: Readonly<Record<string, string>>;
  readonly workers: number;
  readonly apis: number;
}

/** Reads `deploy/compose.yaml`. @throws z.ZodError naming what it lacks. */
export function readCompose(): Compose {
  const { services, configs } = ComposeSchema.parse(
    parse(readFileSync(FILE, "utf8"), { merge: true }),
  );
  return {
    releases: [services.temporal, services.schema].map(({ image }) => image.split(":").at(-1)!),
    schema: {
      // Compose reads two dollar signs as one.
      script: services.schema.command[2].replaceAll("$$", "$"),
      environment: services.schema.environment,
    },
    temporal: services.temporal.environment,
    dynamicConfig: configs.temporal.content,
    holdpoint: services.worker.environment,
    workers: services.worker.deploy.replicas,
    apis: services.api.deploy.replicas,
  };
}
