import type { Language } from "../../contract/sentences/catalog.ts";
import { en } from "./catalogs/en.ts";
import { ko } from "./catalogs/ko.ts";

export type { Language };
export type WordKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

export const TABLES: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, ko };

type NameIn<Key, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never;
export type HeadName = NameIn<WordKey, "head_">;
export type HelpName = NameIn<WordKey, "brief_">;

/** Whether there is a sentence of this name. */
export const isWordKey = (key: string): key is WordKey => Object.hasOwn(en, key);
