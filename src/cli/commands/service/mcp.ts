import { sendRequest } from "../../../client/send-request.ts";
import { defineCommand } from "../../input/define-command.ts";
import { language } from "../../messages/i18n.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";

/** `holdpoint mcp`: the tools of `/mcp` for a program that starts this one. */
export const mcpCommand = defineCommand({
  brief: "brief_mcp",
  full: "full_mcp",
  examples: ["mcp", "mcp --url http://127.0.0.1:7400"],
  args: [],
  flags: {},
  async run({ url, key = "", project }) {
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    const { createConfirmation } = await import("../../../mcp/confirm.ts");
    const { createMcpServer } = await import("../../../mcp/create-server.ts");
    const confirmation = createConfirmation();
    const caller = { key, instance: project?.address?.instance, language, via: "mcp" as const };
    const stop = watchForStop();
    try {
      const served = serveStdio(() =>
        createMcpServer({
          ask: (method, path, { query, body } = {}) =>
            sendRequest(
              url,
              { method, path, query, body: method === "POST" ? (body ?? {}) : undefined },
              caller,
            ),
          confirmation,
          language,
          screen: url,
        }),
      );
      const left = new Promise((resolve) => {
        process.stdin.once("end", resolve);
        process.stdin.once("close", resolve);
      });
      await Promise.race([stop.requested, left]);
      await served.close();
    } finally {
      stop.release();
    }
  },
});
