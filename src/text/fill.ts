import { withParticle } from "./particle.ts";

const PLACE = /\{(\w+)(?::(\p{L}+)|\?([^|}]*)\|([^}]*))?\}(["`’”]?)(\.(?=\s|$))?/gu;
/** How a sentence ends. */
const ENDED = /[.!?。…]$/u;

/**
 * A sentence with its places filled: `{name}` is replaced; `{name:을}` adds the particle that fits in
 * Korean, behind the quotation mark of `"{name:을}"` and `‘{name:을}’`. `{count?todo|todos}` is the first word for one and
 * the second for others. What ends as a sentence does needs no full stop behind it: `{why}.`
 */
export function fill(sentence: string, valueOf: (name: string) => string): string {
  return sentence.replaceAll(PLACE, (_, ...found: (string | undefined)[]) => {
    const [name = "", particle, one, others, quote = "", stop = ""] = found;
    if (one !== undefined) return `${Number(valueOf(name)) === 1 ? one : others}${quote}${stop}`;
    const value = `${valueOf(name)}${quote}`;
    const told = particle === undefined ? value : withParticle(value, particle);
    return ENDED.test(told) ? told : `${told}${stop}`;
  });
}
