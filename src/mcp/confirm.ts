import { createHash, randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Language } from "../contract/sentences/catalog.ts";
import { say, textOf } from "../contract/sentences/sentence.ts";
import { cutText } from "../text/cut-text.ts";
import { visible } from "../text/visible.ts";
import type { Agreed, Question } from "./tool.ts";

/** How long a question to a person stays open, in seconds. */
const OPEN_SECONDS = 600;
const KEY = "confirm";
/** Characters that a person reads before they say yes; whoever has more to ask does it by no form. */
const MOST_SHOWN = 4_000;

/** What a person has been asked: one call with exactly these arguments. */
interface Asked extends Agreed {
  readonly call: string;
  /** What does the same in a terminal, where they only open a page: what they do there is no answer here. */
  readonly command?: string;
}

/** What a person said, or the result that has them asked. */
type Said =
  | { readonly said: "yes"; readonly agreed: Agreed }
  | { readonly said: "no" | "closed" }
  | { readonly said: "cannot_ask" | "opened"; readonly command: string }
  | { readonly said: "nothing"; readonly ask: InputRequiredResult };

/**
 * Asks people through their own clients. A question is signed: the answer counts for the call that it
 * was asked about, with the same arguments, by the same caller, for ten minutes, and as one command
 * however often it is sent. Who filled the form in, no server can know; that is why no hold is decided this way. A client that
 * shows no forms but opens pages gets the page where the person does it with their own key: opening it is no yes. What is too
 * long to be shown whole is asked by no form either: nobody says yes to what they have not seen.
 * @param key 32 bytes; whoever has the same takes each other's answers.
 */
export function createConfirmation(key: Uint8Array) {
  const codec = createRequestStateCodec<Asked>({
    key,
    ttlSeconds: OPEN_SECONDS,
    bind({ http }) {
      const headers = http?.req?.headers;
      return headers?.get("authorization") ?? headers?.get("cookie") ?? "";
    },
  });

  return {
    verify: (state: string, context: ServerContext) => codec.verify(state, context),
    confirm,
  };

  async function confirm(
    server: McpServer,
    context: ServerContext,
    call: object,
    language: Language,
    question: () => Promise<Question>,
    screen: string | undefined,
  ): Promise<Said> {
    const digest = createHash("sha256").update(JSON.stringify(call)).digest("hex");
    const asked = context.mcpReq.requestState<Asked>();
    const answer = inputResponse(context.mcpReq.inputResponses, KEY);
    if (asked?.call === digest && answer.kind === "elicit") {
      // To leave a question is no answer to it.
      if (answer.action === "cancel") return { said: "closed" };
      if (answer.action !== "accept") return { said: "no" };
      const { command, command_id, version } = asked;
      // The plan is not asked again about what may have been done by now.
      if (command !== undefined) return { said: "opened", command };
      return answer.content?.[KEY] === true
        ? { said: "yes", agreed: { command_id, version } }
        : { said: "no" };
    }
    const { form, url } = waysToAsk(server, context);
    const opensPage = url && screen !== undefined;
    const { message, page, version, command } = await question();
    if (!form && !opensPage) return { said: "cannot_ask", command };
    const text = visible(textOf(message, language));
    const isWhole = text.length <= MOST_SHOWN;
    const mint = (more: Pick<Asked, "command"> = {}): Promise<string> =>
      codec.mint({ call: digest, command_id: `mcp-${randomUUID()}`, version, ...more }, context);
    if (!form || !isWhole) {
      if (!opensPage) return { said: "cannot_ask", command };
      const opened = { message: cutText(text, MOST_SHOWN), url: new URL(page, screen).href };
      const ask = inputRequired({
        inputRequests: { [KEY]: inputRequired.elicitUrl(opened) },
        requestState: await mint({ command }),
      });
      return { said: "nothing", ask };
    }
    const title = textOf(say("mcp_confirm"), language);
    const description = textOf(say("mcp_only_with_yes"), language);
    const ask = inputRequired({
      inputRequests: {
        [KEY]: inputRequired.elicit({
          message: text,
          requestedSchema: {
            type: "object",
            properties: { [KEY]: { type: "boolean", title, description } },
            required: [KEY],
          },
        }),
      },
      requestState: await mint(),
    });
    return { said: "nothing", ask };
  }
}

export type Confirmation = ReturnType<typeof createConfirmation>;

/** Whether the client shows forms to a person, and opens pages: it says so with each request, or when it connects. */
function waysToAsk(
  server: McpServer,
  { mcpReq }: ServerContext,
): { readonly form: boolean; readonly url: boolean } {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const told = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const { elicitation } = (told ?? {}) as { readonly elicitation?: object };
  if (elicitation === undefined) return { form: false, url: false };
  const url = "url" in elicitation;
  return { form: "form" in elicitation || !url, url };
}
