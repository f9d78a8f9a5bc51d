import { z } from "zod";
import { ROLES } from "../tables/vocabulary.ts";
import { TimestampSchema } from "../text.ts";
import { KeySchema } from "./key.ts";

/** Who the caller is, and what they may do. */
export const CallerSchema = z.object({
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  groups: KeySchema.shape.groups,
});

export type Caller = z.infer<typeof CallerSchema>;

/** Who the caller is, and by what. */
export const SignInSchema = z
  .object({
    you: CallerSchema,
    /** The key that the caller has, or has signed in with; null where none is needed. */
    key: KeySchema.pick({ id: true, last4: true, expires_at: true }).nullable(),
    /** When the browser is signed out; null for who is not signed in by a cookie. */
    signed_out_at: TimestampSchema.nullable(),
  })
  .meta({ id: "SignIn" });
export type SignIn = z.infer<typeof SignInSchema>;
