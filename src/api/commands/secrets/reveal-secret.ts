import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { problemAt } from "../../../contract/problems/problem-at.ts";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import type { Json } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { isWithin, valueAt } from "../../../json/json-pointer.ts";
import { createPartReader } from "../../../json/referring.ts";
import { looksSealed, readSeal, sealedPlaces } from "../../../json/seals.ts";
import {
  readJson,
  type ArtifactStore,
} from "../../../temporal/connection/payloads/artifact-store.ts";
import type { Sealed, Secrets } from "../../../temporal/connection/payloads/secrets.ts";

type Shown = Pick<Hold, "id" | "plan_id" | "args" | "input_data" | "references">;

/** Where in a hold secrets are that can be shown. */
export function secretsIn(
  { secrets }: { readonly secrets: Secrets },
  { plan_id, args, input_data }: Shown,
): string[] {
  const whole = { args, input_data };
  return sealedPlaces(whole).filter((pointer) => {
    const text = valueAt(whole, pointer);
    return looksSealed(text) && secrets.open({ plan_id }, text) !== null;
  });
}

/**
 * What is in the seal at a place of a hold.
 * @throws Refusal when there is none, or its key is not here; MissingArtifactError when the store has lost it.
 */
export async function findSecret(
  deps: { readonly secrets: Secrets; readonly artifacts: Pick<ArtifactStore, "get"> },
  hold: Shown,
  pointer: string,
): Promise<Sealed> {
  const { secrets, artifacts } = deps;
  const text = await valueIn(artifacts, hold, pointer);
  const sealed = looksSealed(text) ? secrets.open({ plan_id: hold.plan_id }, text) : null;
  if (sealed !== null) return sealed;
  const isLocked = looksSealed(text) && !secrets.hasKeyOf(text);
  const places = secretsIn(deps, hold).slice(0, 20).join(", ");
  const detail = isLocked
    ? say("seal_without_key", { key: readSeal(text)?.keyId ?? "" })
    : places === ""
      ? say("no_secret_at", { pointer })
      : say("no_secret_but", { pointer, places });
  const hint = say(places === "" ? "nothing_to_reveal" : "name_a_place");
  throw new Refusal(problemAt("not_found", "/pointer", detail, hint));
}

/** The value at a place, also within what stands there by reference. */
async function valueIn(
  artifacts: Pick<ArtifactStore, "get">,
  { args, input_data, references }: Shown,
  pointer: string,
): Promise<Json | undefined> {
  const whole = { args, input_data };
  const above = references.find((place) => isWithin(pointer, place));
  const placeholder = above === undefined ? undefined : valueAt(whole, above);
  if (above === undefined || !isObject(placeholder)) return valueAt(whole, pointer);
  const read = createPartReader((digest) => readJson(artifacts, digest));
  try {
    const path = `${typeof placeholder["path"] === "string" ? placeholder["path"] : ""}${pointer.slice(above.length)}`;
    return await read({ ...placeholder, path });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
