import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type RoomPath, ROOM_PATHS, ROOMS } from "../rooms.ts";

/**
 * The linter's configuration. It is generated because the rules of `plan` and `workflows` come
 * from the rooms table, and written to a file because the linter reads TypeScript only from Node 22.
 * Imports between rooms are not here: the linter matches the text of an import, not where it leads.
 */
export function oxlintConfig(): object {
  return {
    $schema: "./node_modules/oxlint/configuration_schema.json",
    plugins: ["typescript", "unicorn", "oxc", "import", "vitest"],
    options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
    categories: { correctness: "error" },
    ignorePatterns: ["node_modules", "dist", "coverage", ".holdpoint"],
    rules: {
      "import/no-cycle": ["error", { ignoreTypes: false }],
      "import/no-default-export": "error",
      "import/no-mutable-exports": "error",
      "typescript/no-explicit-any": "error",
      "typescript/no-require-imports": "error",
      "typescript/ban-ts-comment": "error",
      "typescript/consistent-type-imports": "error",
      // `import { type X }` alone still loads the module at run time.
      "typescript/no-import-type-side-effects": "error",
      "typescript/no-floating-promises": "error",
      "typescript/no-misused-promises": "error",
      "typescript/await-thenable": "error",
      // A `default` is a decision too: it stands where every other case is truly the same.
      "typescript/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Taking a text apart by code points is what shortening it needs.
      "typescript/no-misused-spread": ["error", { allow: ["string"] }],
      "unicorn/filename-case": ["error", { case: "kebabCase" }],
      "unicorn/prefer-node-protocol": "error",
      "no-var": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      // `const { left_out, ...rest } = x` is how a field is left out.
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // Holds carry a data field `then`: a word, which no `await` calls.
      "unicorn/no-thenable": "off",
      // Going over a copy is right where the loop changes the collection.
      "unicorn/no-useless-spread": "off",
      // The second argument is the message shown on failure.
      "vitest/valid-expect": ["error", { maxArgs: 2 }],
      // `problemOf` checks a refusal as a whole: its form, its code, its status.
      "vitest/expect-expect": ["error", { assertFunctionNames: ["expect", "problemOf"] }],
      // It does not know the test blocks of property tests.
      "vitest/no-standalone-expect": "off",
    },
    overrides: [
      ...ROOM_PATHS.flatMap(sandboxOverride),
      // These files are loaded by tools that ask for a default export.
      {
        files: ["*.config.{ts,mjs}", "tools/unhandled-errors.ts"],
        rules: { "import/no-default-export": "off" },
      },
    ],
  };
}

function sandboxOverride(path: RoomPath): object[] {
  const { sandbox } = ROOMS[path];
  if (!sandbox) return [];
  const globals = Object.entries(sandbox.globals).map(([name, message]) => ({ name, message }));
  const members = Object.entries(sandbox.members).map(([member, message]) => {
    const [object, property] = member.split(".");
    return { object, property, message };
  });
  return [
    {
      files: [`${path}/**`, `${path}.ts`],
      rules: {
        "no-restricted-globals": ["error", { globals, checkGlobalObject: true }],
        ...(members.length > 0 && { "no-restricted-properties": ["error", ...members] }),
      },
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(".oxlintrc.json", `${JSON.stringify(oxlintConfig(), undefined, 2)}\n`);
}
