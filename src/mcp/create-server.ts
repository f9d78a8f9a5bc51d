import {
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ProblemError } from "../contract/problems/problem-error.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import { say, textOf } from "../contract/sentences/sentence.ts";
import type { Json } from "../contract/text.ts";
import { maskSeals } from "../json/seals.ts";
import { mapTexts } from "../json/texts.ts";
import type { Confirmation } from "./confirm.ts";
import { PERSON_TOOLS, type Outcome } from "./person-tools.ts";
import { PLAN_TOOLS } from "./plan-tools.ts";
import { PROMPTS } from "./prompts.ts";
import { SESSION_TOOLS } from "./session-tools.ts";
import { schemaOf, segment, type Ask, type McpTool, type Question } from "./tool.ts";

/** Every tool, in the order in which models see them. None of them decides a hold. */
export const TOOLS: readonly McpTool[] = [...PLAN_TOOLS, ...PERSON_TOOLS, ...SESSION_TOOLS];

const INSTRUCTIONS =
  "Holdpoint runs plans of todos and stops where a person must decide. You can read, propose, and work on todos that are assigned to you. You cannot decide a hold: ask the person to.";

/** A list that stays as it is while the server runs: nobody is told of changes. */
const STATIC = { listChanged: false };

interface ServerOptions {
  /** Calls the API in the caller's name. */
  readonly ask: Ask;
  readonly confirmation: Confirmation;
  /** In which language people are asked. */
  readonly language: Language;
  /** Where people open the screen, when it is known. */
  readonly screen?: string | undefined;
}

/** A server for one connection, or one request. */
export function createMcpServer({
  ask: plain,
  confirmation,
  language,
  screen,
}: ServerOptions): McpServer {
  // A model that is shown a seal could take it for something to use.
  const mask = textOf(say("masked"), language);
  const ask: Ask = async (...request) =>
    mapTexts((await plain(...request)) as Json, (text) => maskSeals(text, mask));
  const server = new McpServer(
    { name: "holdpoint", title: "Holdpoint", version: "0.1.0" },
    {
      instructions: INSTRUCTIONS,
      // What is not said is announced as true by the SDK.
      capabilities: { tools: STATIC, prompts: STATIC, resources: STATIC },
      requestState: { verify: confirmation.verify },
    },
  );
  for (const tool of TOOLS) {
    const { name, title, description, annotations } = tool;
    const config = {
      title,
      description,
      annotations: { title, ...annotations },
      inputSchema: schemaOf(tool.input),
      outputSchema: schemaOf(tool.output),
    };
    server.registerTool(name, config, async (input, context) => {
      try {
        return tool.question === undefined
          ? answer(await tool.run(ask, input as never))
          : await put(tool, input as object, context);
      } catch (error) {
        return refused(error);
      }
    });
  }
  for (const { name, title, description, input, text } of PROMPTS) {
    const config = { title, description, argsSchema: schemaOf(input) };
    server.registerPrompt(name, config, (said) => ({
      messages: [{ role: "user", content: { type: "text", text: text(said as never) } }],
    }));
  }
  addResource("plan", "plan://{id}", "A plan with its todos", (id) => `/v1/plans/${segment(id)}`);
  addResource("hold", "hold://{id}", "A hold, and what it asks a person to decide", (id) => {
    return `/v1/holds/${segment(id)}`;
  });
  return server;

  /** Puts a call to a person, and makes it if they say yes. */
  async function put(tool: McpTool, input: object, context: ServerContext) {
    const { name } = tool;
    const { reason } = input as { readonly reason?: string };
    const question = async (): Promise<Question> => {
      const asked = await tool.question!(ask, input as never);
      if (reason === undefined) return asked;
      return { ...asked, message: say("mcp_asks_because", { asks: asked.message, reason }) };
    };
    const call = { name, input };
    const answered = await confirmation.confirm(server, context, call, language, question, screen);
    switch (answered.said) {
      case "yes": {
        const { agreed } = answered;
        const why = reason ?? textOf(say("mcp_confirmed"), language);
        const receipt = await tool.run(ask, { ...input, reason: why } as never, agreed);
        return outcome({ changed: true, receipt: receipt as Outcome["receipt"] }, "mcp_done");
      }
      case "no":
        return outcome({}, "mcp_person_refused");
      case "closed":
        return outcome({}, "mcp_person_left");
      case "opened":
        return outcome({ command: answered.command }, "mcp_page_opened");
      case "cannot_ask":
        return outcome({ command: answered.command }, "mcp_person_needed");
      case "nothing":
        return answered.ask;
    }
  }

  function outcome(
    known: Partial<Outcome>,
    sentence:
      | "mcp_done"
      | "mcp_person_refused"
      | "mcp_person_left"
      | "mcp_person_needed"
      | "mcp_page_opened",
  ): CallToolResult {
    const { command = null } = known;
    const said =
      sentence === "mcp_person_needed" || sentence === "mcp_page_opened"
        ? say(sentence, { command: command! })
        : say(sentence);
    const message = textOf(said, language);
    return answer({ changed: false, receipt: null, ...known, command, message });
  }

  function addResource(
    name: string,
    template: string,
    description: string,
    pathOf: (id: string) => string,
  ): void {
    server.registerResource(
      name,
      new ResourceTemplate(template, { list: undefined }),
      { description, mimeType: "application/json" },
      async (uri, { id }) => {
        const data = await ask("GET", pathOf(String(id))).catch((error: unknown) => {
          if (!(error instanceof ProblemError) || error.status !== 404) throw error;
          throw new ResourceNotFoundError(uri.href, error.problem.detail);
        });
        return {
          contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(data) }],
        };
      },
    );
  }
}

function answer(data: object): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(data) }],
    structuredContent: data as Record<string, unknown>,
  };
}

/** A refusal as the model reads it: what is wrong, where, and what to do. */
function refused(error: unknown): CallToolResult {
  if (!(error instanceof ProblemError)) throw error;
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error.problem) }] };
}
