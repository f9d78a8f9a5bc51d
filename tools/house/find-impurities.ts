import { type BindingPattern, type Expression, type Program, Visitor } from "oxc-parser";
import type { Sandbox } from "../rooms.ts";

export interface Impurity {
  readonly rule: string;
  readonly message: string;
  readonly offset: number;
}

/**
 * What the linter's restricted globals cannot see: state that outlives a call, and `Date` used in
 * a way that reads the clock. `Date.parse(text)` and `new Date(value)` only calculate.
 */
export function findImpurities(program: Program, sandbox: Sandbox): Impurity[] {
  const found = [...findModuleState(program)];
  return sandbox.clock ? found : [...found, ...findClockReads(program)];
}

function* findModuleState(program: Program): Generator<Impurity> {
  const message =
    "State of a module survives between runs and is lost on replay: keep it in the plan's state" +
    " or pass it as an argument.";
  for (const statement of program.body) {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init, start } of declaration.declarations) {
      const mutable = declaration.kind === "let" || declaration.kind === "var";
      if (mutable || isEmptyCollection(id, init)) {
        yield { rule: "sandbox-state", message, offset: start };
      }
    }
  }
}

/** A collection that starts empty is there to be filled later. */
function isEmptyCollection(id: BindingPattern, init: Expression | null): boolean {
  if (id.type !== "Identifier" || init?.type !== "NewExpression") return false;
  const { callee } = init;
  if (callee.type !== "Identifier" || init.arguments.length > 0) return false;
  return callee.name === "Map" || callee.name === "Set";
}

function findClockReads(program: Program): Impurity[] {
  const uses: number[] = [];
  const harmless = new Set<number>();
  new Visitor({
    Identifier: (node) => {
      if (node.name === "Date") uses.push(node.start);
    },
    // Which member it is, is the linter's question.
    MemberExpression: (node) => {
      if (!node.computed) harmless.add(node.object.start);
    },
    NewExpression: (node) => {
      if (node.arguments.length > 0) harmless.add(node.callee.start);
    },
    BinaryExpression: (node) => {
      if (node.operator === "instanceof") harmless.add(node.right.start);
    },
    TSTypeReference: (node) => void harmless.add(node.typeName.start),
    TSTypeQuery: (node) => void harmless.add(node.exprName.start),
  }).visit(program);
  const message = "This use of Date can read the clock: take the time as an argument.";
  return uses
    .filter((offset) => !harmless.has(offset))
    .map((offset) => ({ rule: "sandbox-clock", message, offset }));
}
