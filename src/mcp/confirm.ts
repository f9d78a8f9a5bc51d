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
import { say, textOf } from "../contract/sentences/sentence.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import type { Question } from "./tool.ts";

/** How long a question to a person stays open, in seconds. */
const OPEN_SECONDS = 600;
const KEY = "confirm";

/** What a person has been asked: one call with exactly these arguments, once. */
interface Asked {
  readonly call: string;
  readonly once: string;
}

/** What a person said, or the result that has them asked. */
type Said = "yes" | "no" | "cannot_ask" | InputRequiredResult;

/**
 * Asks people through their own clients. A question is signed: the answer counts for the call that it
 * was asked about, with the same arguments, by the same caller, for ten minutes, once. Who filled the
 * form in, no server can know; that is why no hold is decided this way.
 */
export function createConfirmation() {
  const codec = createRequestStateCodec<Asked>({
    key: randomBytes(32),
    ttlSeconds: OPEN_SECONDS,
    bind: (context) => context.http?.req?.headers.get("authorization") ?? "",
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
  ): Promise<Said> {
    const digest = createHash("sha256").update(JSON.stringify(call)).digest("hex");
    const asked = context.mcpReq.requestState<Asked>();
    const answer = inputResponse(context.mcpReq.inputResponses, KEY);
    if (asked?.call === digest && answer.kind === "elicit" && isFirst(asked.once)) {
      return answer.action === "accept" && answer.content?.[KEY] === true ? "yes" : "no";
    }
    if (!canAsk(server, context)) return "cannot_ask";
    const { message } = await question();
    const title = textOf(say("mcp_confirm"), language);
    const description = textOf(say("mcp_only_with_yes"), language);
    return inputRequired({
      inputRequests: {
        [KEY]: inputRequired.elicit({
          message: textOf(message, language),
          requestedSchema: {
            type: "object",
            properties: { [KEY]: { type: "boolean", title, description } },
            required: [KEY],
          },
        }),
      },
      requestState: await codec.mint({ call: digest, once: randomUUID() }, context),
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

/** Whether the client shows forms to a person: it says so with each request, or when it connects. */
function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const told = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const { elicitation } = (told ?? {}) as { readonly elicitation?: object };
  if (elicitation === undefined) return false;
  return "form" in elicitation || !("url" in elicitation);
}
