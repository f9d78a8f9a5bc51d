import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";

export const SEARCH_ATTRIBUTE_TYPES = [
  "Text",
  "Keyword",
  "Int",
  "Double",
  "Bool",
  "Datetime",
  "KeywordList",
] as const;
export type SearchAttributeTypeName = (typeof SEARCH_ATTRIBUTE_TYPES)[number];

const Port = z.int().min(1).max(65_535);
const Identifier = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must be letters, digits and _");

const DevConfigSchema = z.strictObject({
  temporal_cli: z.string().regex(/^\d+\.\d+\.\d+$/, 'must be a release such as "1.8.2"'),
  ports: z
    .strictObject({ grpc: Port, ui: Port })
    .refine((ports) => ports.grpc !== ports.ui, "grpc and ui must differ"),
  namespace: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{1,254}$/, "must be a namespace name"),
  retention_days: z.int().min(1).max(3650),
  database_file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, "must be a plain file name"),
  /** Whom its UI asks to decrypt payloads. */
  ui_codec_endpoint: z.url().optional(),
  log_level: z.enum(["debug", "info", "warn", "error"]),
  sqlite_pragmas: z.record(
    z.string().regex(/^[a-z_]+$/, "must be a pragma name"),
    z.union([z.string().regex(/^[a-z0-9_-]+$/i), z.int()]),
  ),
  search_attributes: z.record(Identifier, z.enum(SEARCH_ATTRIBUTE_TYPES)),
  dynamic_config: z.record(
    z.string().regex(/^[A-Za-z][A-Za-z0-9.]*$/, "must be a dynamic configuration key"),
    z.union([z.string(), z.number(), z.boolean()]),
  ),
});

/** The settings of the embedded server, as `temporal-dev.yaml` holds them. */
export type DevConfig = z.output<typeof DevConfigSchema>;

/** The settings file that ships with the package. */
const DEV_CONFIG_FILE = fileURLToPath(new URL("../../../temporal-dev.yaml", import.meta.url));

/**
 * Reads and checks the embedded server's settings.
 * @throws Error naming the file, each wrong setting and what it must be.
 */
export function readDevConfig(file: string = DEV_CONFIG_FILE): DevConfig {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new Error(`Cannot read the Temporal server settings ${file}: ${message}`, {
      cause: error,
    });
  }
  return parseDevConfig(text, file);
}

/** As `readDevConfig`, for text at hand; `source` names it in errors. */
export function parseDevConfig(text: string, source: string): DevConfig {
  let data: unknown;
  try {
    data = parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new Error(`${source} is not valid YAML: ${error.message}`, { cause: error });
  }
  const checked = DevConfigSchema.safeParse(data);
  if (checked.success) return checked.data;
  const lines = checked.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "(whole file)"}: ${issue.message}`,
  );
  throw new Error(`${source} has settings that Holdpoint cannot use:\n${lines.join("\n")}`);
}
