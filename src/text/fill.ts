import { withParticle } from "./particle.ts";

const PLACE = /\{(\w+)(?::(\p{L}+)|\?([^|}]*)\|([^}]*))?\}(["`’”]?)/gu;

/**
 * A sentence with its places filled: `{name}` is replaced; `{name:을}` adds the particle that fits in
 * Korean, behind the quotation mark of `"{name:을}"` and `‘{name:을}’`. `{count?todo|todos}` is the first word for one and
 * the second for others.
 */
export function fill(sentence: string, valueOf: (name: string) => string): string {
  return sentence.replaceAll(PLACE, (_, ...found: string[]) => {
    const [name = "", particle, one, others, quote = ""] = found;
    if (one !== undefined) return `${Number(valueOf(name)) === 1 ? one : others}${quote}`;
    const value = `${valueOf(name)}${quote}`;
    return particle === undefined ? value : withParticle(value, particle);
  });
}
