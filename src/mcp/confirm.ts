import { createHash, randomBytes, randomUUID } from "node:crypto";
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
import { visible } from "../text/visible.ts";
import type { Question } from "./tool.ts";

/** How long a question to a person stays open, in seconds. */
const OPEN_SECONDS = 600;
const KEY = "confirm";
/** Characters that a person reads before they say yes; whoever has more to ask does it by no form. */
const MOST_SHOWN = 4_000;

/** What a person has been asked: one call with exactly these arguments, once. */
interface Asked {
  readonly call: string;
  readonly once: string;
  /** They are to answer a form, or only to open a page: what they do there is no answer here. */
  readonly by: "form" | "page";
}

/** What a person said, or the result that has them asked. */
type Said = "yes" | "no" | "closed" | "cannot_ask" | "opened" | InputRequiredResult;

/**
 * Asks people through their own clients. A question is signed: the answer counts for the call that it
 * was asked about, with the same arguments, by the same caller, for ten minutes, once. Who filled the
 * form in, no server can know; that is why no hold is decided this way. A client that shows no forms but opens
 * pages gets the page where the person does it with their own key: opening it is no yes. What is too long to be shown whole
 * is asked by no form either: nobody says yes to what they have not seen.
 */
export function createConfirmation() {
  const codec = createRequestStateCodec<Asked>({
    key: randomBytes(32),
    ttlSeconds: OPEN_SECONDS,
    bind({ http }) {
      const headers = http?.req?.headers;
      return headers?.get("authorization") ?? headers?.get("cookie") ?? "";
    },
  });
  const used = new Map<string, number>();

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
    if (asked?.call === digest && answer.kind === "elicit" && isFirst(asked.once)) {
      // To leave a question is no answer to it.
      if (answer.action === "cancel") return "closed";
      if (asked.by === "page") return answer.action === "accept" ? "opened" : "no";
      return answer.action === "accept" && answer.content?.[KEY] === true ? "yes" : "no";
    }
    const { form, url } = waysToAsk(server, context);
    const opensPage = url && screen !== undefined;
    if (!form && !opensPage) return "cannot_ask";
    const { message, page } = await question();
    const text = visible(textOf(message, language));
    const isWhole = text.length <= MOST_SHOWN;
    const mint = (by: Asked["by"]): Promise<string> =>
      codec.mint({ call: digest, once: randomUUID(), by }, context);
    if (!form || !isWhole) {
      if (!opensPage) return "cannot_ask";
      const shown = isWhole ? text : `${text.slice(0, MOST_SHOWN).toWellFormed()}…`;
      const opened = { message: shown, url: new URL(page, screen).href };
      return inputRequired({
        inputRequests: { [KEY]: inputRequired.elicitUrl(opened) },
        requestState: await mint("page"),
      });
    }
    const title = textOf(say("mcp_confirm"), language);
    const description = textOf(say("mcp_only_with_yes"), language);
    return inputRequired({
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
      requestState: await mint("form"),
    });
  }

  function isFirst(once: string): boolean {
    const now = Date.now();
    for (const [known, until] of used) if (until < now) used.delete(known);
    if (used.has(once)) return false;
    used.set(once, now + OPEN_SECONDS * 1_000);
    return true;
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
