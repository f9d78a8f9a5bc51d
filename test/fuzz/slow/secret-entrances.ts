import { randomBytes } from "node:crypto";
import {
  sealAnswer,
  sealChanges,
  sealInputs,
} from "../../../src/api/commands/secrets/seal-secrets.ts";
import { InputRequestSchema } from "../../../src/contract/plan/todo.ts";
import { Refusal } from "../../../src/contract/problems/problem-error.ts";
import type { Json, JsonObject } from "../../../src/contract/text.ts";
import { isObject } from "../../../src/json/json-object.ts";
import { maskSeals, sealedPlaces } from "../../../src/json/seals.ts";
import { createSecrets } from "../../../src/temporal/connection/payloads/secrets.ts";
import type { Entrance } from "./entrance.ts";

const secrets = createSecrets(new Map([["a", randomBytes(32)]]));
const scope = { plan_id: "p1" };
const SEAL = secrets.seal(scope, { value: "x", for: null });
/** A tool that takes everything, anywhere, and marks much of it. */
const ANY: JsonObject = {
  $defs: {
    any: {
      anyOf: [
        { type: "string" },
        { type: "array", items: { $ref: "#/$defs/any" } },
        {
          type: "object",
          properties: { token: { type: "string", writeOnly: true } },
          additionalProperties: { $ref: "#/$defs/any" },
        },
      ],
    },
  },
  $ref: "#/$defs/any",
};
const deps = { secrets, tools: { input: () => ANY, output: () => ANY } };
const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const ARGUMENTS: Json = {
  token: SEAL,
  a: [{ token: "s" }, { token: { b: SEAL, c: ["{{todo.t0.result/a}}", { $from: "t0" }] } }],
  text: `${SEAL} {{todo.t0.result}} ${SEAL.slice(0, -5)}`,
};

/** Readers of seals, and of what is to be sealed. */
export function secretEntrances(): Readonly<Record<string, Entrance>> {
  return {
    "seal arguments": {
      seeds: [ARGUMENTS],
      run(input) {
        const todo = { tool_name: "any", tool_params: object(input), input_data: object(input) };
        sealInputs(deps, todo, { scope, pointer: "", sourceOf: () => undefined, mistakes: [] });
      },
    },
    "seal a decision": {
      seeds: [ARGUMENTS],
      run(input) {
        try {
          sealChanges(deps, "any", object(input), { scope });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      },
    },
    "seal an answer": {
      seeds: [{ schema: ANY, value: ARGUMENTS }],
      run(input) {
        const { schema, value = null } = object(input);
        const asked = { question: "?", input_type: "form", schema: object(schema) };
        const read = InputRequestSchema.safeParse(asked);
        if (read.success) sealAnswer(deps, read.data, value, { scope });
      },
    },
    "find seals": {
      seeds: [ARGUMENTS, `holdpoint-secret.v1.a.${"A".repeat(60)} holdpoint-secret.v1.`],
      run(input) {
        sealedPlaces(input);
        maskSeals(JSON.stringify(input), "x");
        secrets.reseal(input, scope, { plan_id: "p2" });
      },
    },
  };
}
