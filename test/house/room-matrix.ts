import { posix } from "node:path";
import type { Plant } from "./planted-tree.ts";

/**
 * Who may import whom, written a second time by hand: V values, T only types, - nothing.
 * A row is the importing room, a column the imported one.
 */
const MATRIX = `
               contract vocabulary problem plan workflows messages llm tools activities temporal api client cli runtime testing web test bench examples house
    contract   V        V          V       -    -         -        -   -     -          -        -   -      -   -       -       -   -    -     -        -
    vocabulary T        V          T       -    -         -        -   -     -          -        -   -      -   -       -       -   -    -     -        -
    problem    T        V          V       -    -         -        -   -     -          -        -   -      -   -       -       -   -    -     -        -
    plan       T        V          V       V    -         -        -   -     -          -        -   -      -   -       -       -   -    -     -        -
    workflows  T        V          V       V    V         V        -   -     T          -        -   -      -   -       -       -   -    -     -        -
    messages   T        V          V       V    T         V        -   -     T          -        -   -      -   -       -       -   -    -     -        -
    llm        V        V          V       V    -         -        V   -     -          -        -   -      -   -       -       -   -    -     -        -
    tools      V        V          V       V    -         -        -   V     -          -        -   -      -   -       -       -   -    -     -        -
    activities V        V          V       V    -         -        V   V     V          V        -   -      -   -       -       -   -    -     -        -
    temporal   V        V          V       -    -         -        -   -     -          V        -   -      -   -       -       -   -    -     -        -
    api        V        V          V       V    T         V        -   -     -          V        V   -      -   -       -       -   -    -     -        -
    client     V        V          V       -    -         -        -   -     -          -        T   V      -   -       -       -   -    -     -        -
    cli        V        V          V       V    -         -        -   -     -          -        -   V      V   V       -       -   -    -     -        -
    runtime    V        V          V       V    V         V        V   V     V          V        V   V      -   V       -       -   -    -     -        -
    testing    V        V          V       V    -         -        T   -     -          -        -   -      -   -       V       -   -    -     -        -
    web        V        V          V       V    -         -        -   -     -          -        -   V      -   -       -       V   -    -     -        -
    test       V        V          V       V    V         V        V   V     V          V        V   V      V   V       V       V   V    V     V        V
    bench      V        V          V       V    V         V        V   V     V          V        V   V      -   V       -       -   -    V     -        -
    house      -        -          -       -    -         -        -   -     -          -        -   -      -   -       -       -   -    -     -        V
`;

/** Where the rooms of the matrix are. */
export const FOLDERS: Readonly<Record<string, string>> = {
  contract: "src/contract",
  vocabulary: "src/contract/vocabulary",
  problem: "src/contract/problem",
  plan: "src/plan",
  workflows: "src/workflows",
  messages: "src/workflows/messages",
  llm: "src/llm",
  tools: "src/tools",
  activities: "src/activities",
  temporal: "src/temporal",
  api: "src/api",
  client: "src/client",
  cli: "src/cli",
  runtime: "src/runtime",
  testing: "src/testing",
  web: "web",
  test: "test",
  bench: "bench",
  examples: "examples/one",
  house: "tools",
};

interface MatrixRow {
  readonly importer: string;
  readonly plants: readonly Plant[];
}

/** The matrix as files to plant: for every pair a value import and a type import. */
export function matrixRows(): MatrixRow[] {
  const [header = "", ...rows] = MATRIX.trim().split("\n");
  const columns = header.trim().split(/\s+/);
  return rows.map((row) => {
    const [importer = "", ...cells] = row.trim().split(/\s+/);
    const plants = columns.flatMap((imported, index) =>
      plantPair(importer, imported, cells[index]),
    );
    return { importer, plants };
  });
}

function plantPair(importer: string, imported: string, cell: string | undefined): Plant[] {
  const folder = FOLDERS[importer] ?? "";
  const path = posix.relative(folder, `${FOLDERS[imported]}/thing.ts`);
  const from = JSON.stringify(path.startsWith("../") ? path : `./${path}`);
  return [
    {
      file: `${folder}/value-of-${imported}.ts`,
      source: `import { thing } from ${from};\nexport const own = thing;\n`,
      rules: cell === "V" ? [] : cell === "T" ? ["room-type-only"] : ["room-import"],
    },
    {
      file: `${folder}/type-of-${imported}.ts`,
      source: `import type { Thing } from ${from};\nexport type Own = Thing;\n`,
      rules: cell === "V" || cell === "T" ? [] : ["room-import"],
    },
  ];
}
