/** The languages in which everything is said. */
export const LANGUAGES = ["en", "ko"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Sentences by their ids. `{name}` is replaced; `{name:을}` adds the particle that fits in Korean;
 * `{count?todo|todos}` is the first word for one and the second for others.
 */
export type Catalog = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** A sentence as data: which one of a catalog, and what stands in its places. */
export interface Said<Id extends string = string> {
  readonly id: Id;
  readonly values: Readonly<Record<string, SaidValue>>;
}

/** What stands in a place: a text, another sentence, or several, one a line. */
export type SaidValue = string | number | Said | readonly Said[];

type Place<Name extends string> = Name extends `${infer Before}?${string}`
  ? Before
  : Name extends `${string}${" " | '"'}${string}`
    ? never
    : Name;
type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Place<Name> | Places<Rest>
  : never;

/** The values that the sentences of these ids need: none, or all of them. */
export type ValuesOf<C extends Catalog, Id extends keyof C> = [Places<C[Id]["en"]>] extends [never]
  ? []
  : [Readonly<Record<Places<C[Id]["en"]>, SaidValue>>];
