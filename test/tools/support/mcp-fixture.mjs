// An MCP server of somebody else: it answers, refuses, fails, waits, dies and shows its environment.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

export function createFixture() {
  const server = new McpServer({ name: "fixture", version: "1" });
  const text = (said) => ({ content: [{ type: "text", text: said }] });
  server.registerTool(
    "add",
    {
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => ({ ...text(`${a + b}`), structuredContent: { sum: a + b } }),
  );
  server.registerTool("fail", {}, () => ({ ...text("the disk is full"), isError: true }));
  server.registerTool("hang", {}, () => new Promise(() => undefined));
  server.registerTool("die", {}, () => process.exit(3));
  server.registerTool("secret", {}, () => text(process.env.FIXTURE_KEY ?? "none"));
  server.registerTool("leak", {}, () => text(process.env.OTHER_KEY ?? "none"));
  server.registerTool("hidden", {}, () => text("not for todos"));
  return server;
}

if (process.argv[2] === "stdio") serveStdio(createFixture);
