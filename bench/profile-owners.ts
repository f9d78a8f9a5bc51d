import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** As V8 writes it; times are microseconds. */
export interface Profile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}
type Frame = Profile["nodes"][number]["callFrame"];

export const IDLE = ["(idle)", "(root)"];
const BUNDLES = fileURLToPath(new URL("../node_modules/.cache/holdpoint", import.meta.url));
const MODULE = /^\/\*{3}\/ "([^"]+)"/;

/** Whose code a function is: a package's, Node's, ours; V8's own where it has no place. */
export function whoseIs({ url, functionName, lineNumber }: Frame): string {
  if (url === "") return functionName.startsWith("(") ? functionName : "V8";
  if (url.startsWith("node:")) return "Node";
  const path = /workflow-bundle-\w+\.js$/.test(url) ? moduleAt(lineNumber) : url;
  const [, found] =
    /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.replace(/node_modules\/\.cache.*/, "")) ?? [];
  return found ?? (path.includes("/webpack/") ? "webpack" : "ours");
}

/**
 * Whose each node's own time is: what V8 does for a function (JSON, maps, regular expressions) is that
 * function's. Undefined where nothing is computed.
 */
export function nearestOwner({ nodes }: Profile): (id: number) => string | undefined {
  const owners = new Map<number, string | undefined>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, caller: string): void => {
    const { callFrame, children = [] } = byId.get(id)!;
    const own = whoseIs(callFrame);
    const whose = own === "V8" ? caller : own;
    owners.set(id, IDLE.includes(callFrame.functionName) ? undefined : whose);
    for (const child of children) visit(child, whose);
  };
  visit(nodes[0]!.id, "V8");
  return (id) => owners.get(id);
}

let modules: string[] | undefined;

/**
 * The module of a line of the workflow code, which is one file. The hand-written workflow's own code is a
 * hundred lines of another such file, the rest of which is the SDK: there it counts as this one's.
 */
function moduleAt(line: number): string {
  modules ??= readModules();
  return modules[Math.min(line, modules.length - 1)]!;
}

function readModules(): string[] {
  const kept = readdirSync(BUNDLES).filter((name) => name.startsWith("workflows-"));
  const [newest] = kept.toSorted(
    (one, other) => statSync(join(BUNDLES, other)).mtimeMs - statSync(join(BUNDLES, one)).mtimeMs,
  );
  // The first line is the digest of the rest.
  const [, ...lines] = readFileSync(join(BUNDLES, newest!), "utf8").split("\n");
  let module = "/webpack/";
  return lines.map((line) => (module = MODULE.exec(line)?.[1] ?? module));
}
