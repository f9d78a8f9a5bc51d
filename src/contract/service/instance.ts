import { z } from "zod";

/** Where `holdpoint start` writes where its API is, below the folder that it was started in. */
export const ADDRESS_FILE = [".holdpoint", "api.json"] as const;

const AddressSchema = z.object({
  /** Whose plans are served; see `INSTANCE_HEADER`. */
  instance: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  /** The configured port. */
  wanted_port: z.int().min(0).max(65_535),
  /** The port that this folder's API keeps. `url` has another one while somebody else uses it. */
  kept_port: z.int().min(1).max(65_535),
  temporal_ui_url: z.url({ protocol: /^https?$/ }),
});

/** Where the API of a folder is. */
export type ApiAddress = z.output<typeof AddressSchema>;

/** Reads what an address file holds; undefined for what makes no sense. */
export function parseAddress(written: string): ApiAddress | undefined {
  try {
    return AddressSchema.parse(JSON.parse(written));
  } catch {
    return undefined;
  }
}
