import { z } from "zod";

export type JsonSchemaObject = { [keyword: string]: unknown };
type Side = "input" | "output";
type Target = "draft-2020-12" | "draft-7";

/** JSON Schemas of zod schemas, as parts of one document. */
export interface SchemaWriter {
  /** Where requests are described: defaults may be left out. */
  readonly input: (schema: z.ZodType) => JsonSchemaObject;
  /** Where answers are described: everything that is always there is required. */
  readonly output: (schema: z.ZodType) => JsonSchemaObject;
  /** The named schemas that were used, each behind those it refers to: some readers go over them once. */
  readonly components: () => Record<string, JsonSchemaObject>;
}

const PREFIX = "#/components/schemas/";

type Names = z.core.$ZodRegistry<{ id: string }>;

/**
 * A document whose schemas refer to the named ones, which say their `id` by `.meta`; a name ends in `Input`
 * where requests differ, and one that does by itself stands in requests alone.
 *
 * It is written twice: which names there are is known after the first time. Zod keeps the names of all
 * schemas of a process in one place, where other code (of users' tools, of the command line) may have
 * another schema by the same name.
 * @param target the draft that the document's readers know.
 */
export function writeDocument<Document>(
  write: (writer: SchemaWriter) => Document,
  target: Target = "draft-2020-12",
): Document {
  const names: Names = z.registry();
  write(createReader(names, target));
  return write(createSchemaWriter(names, target));
}

/** Writes each schema by itself, and notes the named ones that it refers to. */
function createReader(names: Names, target: Target): SchemaWriter {
  const read = new Map<z.ZodType, Record<Side, JsonSchemaObject>>();
  const on = (side: Side, schema: z.ZodType): JsonSchemaObject =>
    z.toJSONSchema(schema, {
      io: side,
      target,
      unrepresentable: "any",
      override({ zodSchema }) {
        const id = z.globalRegistry.get(zodSchema)?.id;
        if (id !== undefined) names.add(zodSchema, { id });
      },
    });
  const write = (side: Side) => (schema: z.ZodType) => {
    // A name may stand on one side alone.
    const known = read.get(schema) ?? { input: on("input", schema), output: on("output", schema) };
    read.set(schema, known);
    return known[side];
  };
  return { input: write("input"), output: write("output"), components: () => ({}) };
}

function createSchemaWriter(names: Names, target: Target): SchemaWriter {
  const sides = {
    input: namedSchemas(names, "input", target),
    output: namedSchemas(names, "output", target),
  };
  const differing = differingNames(sides.input, sides.output);
  const used: Record<string, JsonSchemaObject> = {};
  const begun = new Set<string>();
  const nameOn = (side: Side, name: string): string =>
    side === "input" && differing.has(name) && !name.endsWith("Input") ? `${name}Input` : name;

  const link = (side: Side, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => link(side, item));
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...more } = value as JsonSchemaObject;
    if (typeof $ref === "string" && nameIn($ref) === ANY_JSON)
      return { description: "Any JSON value.", ...more };
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key !== "$ref" || typeof item !== "string") return [key, link(side, item)];
        const name = nameIn(item);
        const own = nameOn(side, name);
        if (!begun.has(own)) {
          begun.add(own);
          used[own] = link(side, sides[side][name]) as JsonSchemaObject;
        }
        return [key, PREFIX + own];
      }),
    );
  };
  const write = (side: Side) => (schema: z.ZodType) => {
    const name = schema.meta()?.id;
    const written = name === undefined ? convert(schema, side, target) : { $ref: PREFIX + name };
    return link(side, written) as JsonSchemaObject;
  };
  return {
    input: write("input"),
    output: write("output"),
    components: () => ({ ...used }),
  };
}

/**
 * Any JSON is written where it is used: generators of clients make nothing of a schema that refers to
 * itself, nor of anything that refers to it.
 */
const ANY_JSON = "JsonValue";

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** One schema, which refers to the named ones. */
function convert(schema: z.ZodType, io: Side, target: Target): JsonSchemaObject {
  const {
    $schema: _,
    $defs: __,
    definitions: ___,
    ...written
  } = z.toJSONSchema(schema, optionsOf(io, target));
  return written;
}

function namedSchemas(names: Names, io: Side, target: Target): Record<string, JsonSchemaObject> {
  const options = { ...optionsOf(io, target), uri: (id: string) => PREFIX + id };
  const { schemas } = z.toJSONSchema(names, options);
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

function optionsOf(io: Side, target: Target) {
  return {
    io,
    target,
    unrepresentable: "any" as const,
    override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
      delete jsonSchema.$schema;
      delete jsonSchema.$id;
      delete jsonSchema.id;
      // A field that may be left out is not required, which readers take a default for.
      if (io === "input" && jsonSchema.default !== undefined) {
        const usual = `Default: \`${JSON.stringify(jsonSchema.default)}\`.`;
        jsonSchema.description = [jsonSchema.description, usual].filter(Boolean).join(" ");
        delete jsonSchema.default;
      }
      // Every integer that is answered is one that JSON keeps; others are refused.
      if (io === "output" && jsonSchema.minimum === Number.MIN_SAFE_INTEGER)
        delete jsonSchema.minimum;
      if (io === "output" && jsonSchema.maximum === Number.MAX_SAFE_INTEGER)
        delete jsonSchema.maximum;
      // Letters of all scripts are no ranges: what such a pattern says is told when it is broken.
      if (jsonSchema.pattern?.includes(String.raw`\p{`) === true) delete jsonSchema.pattern;
      // The format says it in fewer words.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  };
}

/** Named schemas that are not the same in requests and answers, or refer to one that is not. */
function differingNames(
  input: Readonly<Record<string, JsonSchemaObject>>,
  output: Readonly<Record<string, JsonSchemaObject>>,
): Set<string> {
  const texts = Object.keys(input).map((name) => ({ name, text: JSON.stringify(input[name]) }));
  const differing = new Set(
    texts
      // Requests may refuse unknown fields where answers always do.
      .filter(({ name, text }) => text !== JSON.stringify(output[name]))
      .map(({ name }) => name),
  );
  for (let before = -1; before !== differing.size;) {
    before = differing.size;
    for (const { name, text } of texts) {
      if ([...differing].some((other) => text.includes(`"${PREFIX}${other}"`))) differing.add(name);
    }
  }
  return differing;
}
