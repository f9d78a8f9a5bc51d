import { z } from "zod";

const name = z
  .string()
  .regex(
    /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/,
    "must be letters, digits, _ and -, beginning with a letter",
  );
const shared = {
  /** Tools of it that todos may call; no others. */
  tools: z.array(z.string().min(1).max(128)).min(1).max(500),
};

/** The MCP servers whose tools todos may call, by name. */
export const McpServersSchema = z.record(
  name,
  z.union([
    /** A program that speaks MCP over its standard input and output. */
    z.strictObject({
      ...shared,
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      cwd: z.string().optional(),
      /** Names of variables of the worker's own environment that it gets, besides PATH, HOME and the like. */
      env: z.array(z.string().min(1)).default([]),
    }),
    /** A server over Streamable HTTP. */
    z.strictObject({
      ...shared,
      url: z.url({ protocol: /^https?$/ }),
      /** Headers by the names of the variables that hold their values: keys do not belong in files. */
      headers: z.record(z.string().min(1), z.string().min(1)).default({}),
    }),
  ]),
);
export type McpServers = z.output<typeof McpServersSchema>;
export type McpServerSettings = McpServers[string];
