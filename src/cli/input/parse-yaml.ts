import { parse } from "yaml";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";

/** What YAML says. @throws YAMLParseError naming the place. */
export const parseYaml = (text: string): Json =>
  parse(text, { maxAliasCount: LIMITS.yaml_aliases }) as Json;
