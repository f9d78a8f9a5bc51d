import { nearestName } from "../../text/nearest-name.ts";
import { say, type Sentence } from "./sentence.ts";

/** What is said of a name that nobody knows, and which of the known ones it most likely meant. */
export function sayNearest(unknown: Sentence, name: string, known: readonly string[]): Sentence {
  const nearest = nearestName(name, known);
  return nearest === undefined ? unknown : say("did_you_mean", { unknown, nearest });
}
