import type { Payload, PayloadCodec } from "@temporalio/common";
import { z } from "zod";
import { named } from "../../../contract/sentences/sentence.ts";
import { json, route } from "../../http/route.ts";

const Base64Schema = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]*={0,2}$/, named("base64"))
  .transform((text) => new Uint8Array(Buffer.from(text, "base64")));
/** A payload as proto3 writes it in JSON: what is empty may be left out. */
const PayloadSchema = z.object({
  metadata: z.record(z.string().max(200), Base64Schema).default({}),
  data: Base64Schema.prefault(""),
});
const PayloadsSchema = z.object({ payloads: z.array(PayloadSchema).max(10_000).default([]) });
const WrittenSchema = z.object({
  payloads: z.array(z.object({ metadata: z.record(z.string(), z.string()), data: z.string() })),
});

/**
 * Temporal's protocol for remote codecs: its UI and CLI send the payloads that they cannot read.
 * Whoever reads so sees what a plan's history holds, so that it takes an admin.
 */
export const codecRoutes = ({ codec }: { readonly codec: PayloadCodec }) =>
  (["decode", "encode"] as const).map((step) =>
    route({
      at: `POST /codec/${step}`,
      id: `${step}Payloads`,
      keepsNothing: true,
      tellsSecret: true,
      tag: "service",
      role: "admin",
      summary: `${step === "decode" ? "Decrypt" : "Encrypt"} payloads for Temporal's UI and CLI`,
      body: PayloadsSchema,
      responses: { 200: json(WrittenSchema, "The payloads, in their order") },
      handler: async (c, { body }) =>
        c.json({ payloads: (await codec[step](body.payloads)).map(write) }, 200),
    }),
  );

function write({ metadata, data }: Payload): z.output<typeof WrittenSchema>["payloads"][number] {
  const names = Object.entries(metadata ?? {}).map(([name, value]) => [name, toBase64(value)]);
  return { metadata: Object.fromEntries(names) as Record<string, string>, data: toBase64(data) };
}

const toBase64 = (bytes: Uint8Array | null | undefined): string =>
  Buffer.from(bytes ?? []).toString("base64");
