import { randomBytes } from "node:crypto";
import { sendRequest } from "../../../client/send-request.ts";
import { textOf } from "../../../contract/sentences/sentence.ts";
import { defineCommand } from "../../input/define-command.ts";
import { language } from "../../messages/i18n.ts";
import { jsonText, print } from "../../terminal/output.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";

/** `holdpoint mcp`: the tools of `/mcp` for a program that starts this one. */
export const mcpCommand = defineCommand({
  help: "mcp",
  examples: ["mcp", "mcp --url http://127.0.0.1:7400"],
  async run({ url, key = "", project }) {
    const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
    const { createConfirmation } = await import("../../../mcp/confirm.ts");
    const { createMcpServer } = await import("../../../mcp/create-server.ts");
    const { createMessageLines } = await import("../../../mcp/message-lines.ts");
    const confirmation = createConfirmation(randomBytes(32));
    const caller = {
      key,
      instance: project?.address?.instance,
      language: language(),
      via: "mcp" as const,
    };
    const stop = watchForStop();
    const { stdin } = process;
    const lines = stdin.pipe(
      createMessageLines(({ code, detail }) => {
        const error = { code, message: textOf(detail, language()) };
        print(jsonText({ jsonrpc: "2.0", id: null, error }));
      }),
    );
    try {
      const served = serveStdio(
        () =>
          createMcpServer({
            ask: (method, path, { query, body, version } = {}) =>
              sendRequest(
                url,
                {
                  method,
                  path,
                  query,
                  body: method === "POST" ? (body ?? {}) : undefined,
                  version,
                },
                caller,
              ),
            confirmation,
            language: language(),
            screen: url,
          }),
        { transport: new StdioServerTransport(lines) },
      );
      const left = new Promise((resolve) => {
        lines.once("end", resolve);
        stdin.once("close", resolve);
      });
      await Promise.race([stop.requested, left]);
      await served.close();
    } finally {
      stdin.unpipe(lines).pause();
      stop.release();
    }
  },
});
