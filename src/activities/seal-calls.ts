import type { ModelAnswer, ModelToolCall } from "../contract/model.ts";
import type { Json } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import { sealedPlaces } from "../json/seals.ts";
import { mapSecrets, marksSecrets } from "../json/secret-places.ts";
import { purposeOfArgument, type Secrets } from "../temporal/connection/payloads/secrets.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { readArguments } from "./check-calls.ts";
import { createMask, SHORTEST_GIVEN } from "./tools/tool-secrets.ts";

/** Told in the place of a call that nobody can read, and so nobody can seal. */
const UNREAD = "The arguments are no JSON object.";

/**
 * What a model answered, with the secrets that it wrote itself sealed before anybody keeps the answer: those in
 * arguments that their tool marks as secret. Beside its calls it says none of them either.
 */
export function sealCalls(
  answer: ModelAnswer,
  plan_id: string,
  { tools, secrets }: { readonly tools: ToolRegistry; readonly secrets: Pick<Secrets, "seal"> },
): ModelAnswer {
  const found: Json[] = [];
  const tool_calls = answer.tool_calls.map(sealed);
  if (found.length === 0) return { ...answer, tool_calls };
  return { ...answer, tool_calls, content: createMask(found, SHORTEST_GIVEN)(answer.content) };

  function sealed(call: ModelToolCall): ModelToolCall {
    const schema = tools.input(call.name);
    if (!marksSecrets(schema)) return call;
    const args = readArguments(call.arguments);
    if (!isObject(args)) return { ...call, arguments: "", refused: call.refused ?? UNREAD };
    let has = false;
    const closed = mapSecrets(schema, args, {
      secret(part, place) {
        if (part === null || sealedPlaces(part).length > 0) return part;
        has = true;
        found.push(part);
        return secrets.seal({ plan_id }, { value: part, for: purposeOfArgument(call.name, place) });
      },
    });
    return has ? { ...call, arguments: JSON.stringify(closed) } : call;
  }
}
