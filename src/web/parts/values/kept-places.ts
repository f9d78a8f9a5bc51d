import { createContext } from "react";
import type { Json } from "../../../contract/text.ts";

/** What stands by reference in a value that is shown, and how to read it. */
export interface KeptPlaces {
  /** The pointer of the reference that a part of the value is; undefined for what is only data. */
  readonly pointerOf: (part: Json) => string | undefined;
  /** Of the todo whose value it is, which files are named by. */
  readonly todo: { readonly plan_id: string; readonly id: string; readonly run: number };
  readonly read: (pointer: string) => Promise<Uint8Array>;
}

export const KeptPlacesContext = createContext<KeptPlaces>({
  pointerOf: () => undefined,
  todo: { plan_id: "", id: "result", run: 0 },
  read: () => Promise.reject(new Error("nothing is kept")),
});
