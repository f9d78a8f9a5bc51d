import { type Argument, type Program, Visitor } from "oxc-parser";

/** One place where a module names another. */
export interface ImportSite {
  /** What is written between the quotes; undefined when it is computed at run time. */
  readonly specifier: string | undefined;
  /** True when nothing of it is left at run time: the whole statement or expression is a type. */
  readonly typeOnly: boolean;
  /** Place in the source text, in UTF-16 units. */
  readonly offset: number;
}

/**
 * Every import of a module, in whatever form: `import`, `export … from`, `import()`, `import x =
 * require()`, `require()` and `import("…")` in a type. `import { type X }` counts as a value: under
 * `verbatimModuleSyntax` the statement stays and loads the module.
 */
export function readImports(program: Program): ImportSite[] {
  const sites: ImportSite[] = [];
  const add = (specifier: string | undefined, typeOnly: boolean, node: { start: number }): void => {
    sites.push({ specifier, typeOnly, offset: node.start });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === "type", node),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === "type", node),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.exportKind === "type", node);
    },
    ImportExpression: (node) => add(constantText(node.source), false, node),
    TSImportType: (node) => add(node.source.value, true, node),
    TSImportEqualsDeclaration: (node) => {
      const target = node.moduleReference;
      if (target.type !== "TSExternalModuleReference") return;
      add(target.expression.value, node.importKind === "type", node);
    },
    CallExpression: (node) => {
      const argument = node.arguments[0];
      if (node.callee.type !== "Identifier" || node.callee.name !== "require" || !argument) return;
      add(constantText(argument), false, node);
    },
  }).visit(program);
  return sites.toSorted((a, b) => a.offset - b.offset);
}

function constantText(node: Argument): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral" || node.quasis.length !== 1) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
