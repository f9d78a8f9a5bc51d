import type { Said } from "./catalog.ts";
import { say, type Sentence } from "./sentence.ts";

/** Advice to send a request again, as whoever sent a command needs it: the repeat of that counts once. */
export function countsOnce(advice: Sentence): Sentence {
  return say("counts_once", { advice });
}

/** The advice alone: whoever reads, and whoever is at a terminal, sent no `command_id`. */
export function adviceAlone<Hint extends Said>(hint: Hint): Hint {
  return hint.id === "counts_once" ? (hint.values["advice"] as Hint) : hint;
}
