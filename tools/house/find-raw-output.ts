import { type Expression, type Program, Visitor } from "oxc-parser";
import type { Impurity } from "./find-impurities.ts";

const STREAMS = new Set(["stdout", "stderr", "terminal"]);

/** Where code writes to the terminal by itself: `console.…`, and `….write` of a standard stream. */
export function findRawOutput(program: Program): Impurity[] {
  const found: Impurity[] = [];
  const message =
    "Text from outside could command the terminal: write with src/cli/terminal/output.ts.";
  new Visitor({
    MemberExpression: (node) => {
      if (isConsole(node.object) || (isStream(node.object) && nameOf(node) === "write")) {
        found.push({ rule: "raw-output", message, offset: node.start });
      }
    },
  }).visit(program);
  return found;
}

function isConsole(object: Expression): boolean {
  return object.type === "Identifier" && object.name === "console";
}

function isStream(object: Expression): boolean {
  if (object.type === "Identifier") return STREAMS.has(object.name);
  return object.type === "MemberExpression" && STREAMS.has(nameOf(object) ?? "");
}

function nameOf(node: Expression): string | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const { property } = node;
  if (property.type === "Identifier") return property.name;
  return property.type === "Literal" ? String(property.value) : undefined;
}
