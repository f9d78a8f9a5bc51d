import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { mostSpecific, type RoomPath, ROOMS, roomOf } from "../rooms.ts";
import type { PackageNames } from "./package-names.ts";
import type { ImportSite } from "./read-imports.ts";

export interface Judgement {
  readonly rule: string;
  readonly message: string;
}

/** Why a file of `room` may not import this, or undefined when it may. Pure. */
export function judgeImport(
  file: string,
  room: RoomPath,
  site: ImportSite,
  names: PackageNames,
): Judgement | undefined {
  const { specifier } = site;
  const rules = ROOMS[room];
  if (specifier === undefined) {
    if (!rules.sandbox) return undefined;
    return refuse("room-computed-import", `${room} may not import what is only known at run time.`);
  }
  if (specifier.startsWith("./") || specifier.startsWith("../")) {
    const target = posix.normalize(posix.join(posix.dirname(file), specifier));
    if (rules.outside && target.startsWith("src/")) {
      return refuse(
        "room-package-name",
        `${room} may not reach into src by path: import the public "${names.self}/…".`,
      );
    }
    return judgeTarget(file, room, target, site);
  }
  if (specifier === names.self || specifier.startsWith(`${names.self}/`)) {
    const target = names.exported(specifier);
    if (target === undefined) {
      return refuse("room-package-name", `package.json exports no "${specifier}".`);
    }
    if (room.startsWith("src/")) {
      return refuse("room-package-name", `Inside src import "${target}" by its relative path.`);
    }
    return judgeTarget(file, room, target, site);
  }
  if (isBuiltin(specifier)) {
    if (rules.node) return undefined;
    return refuse("room-node", `${room} may not import Node's "${specifier}".`);
  }
  if (!/^[a-z0-9@][^:]*$/i.test(specifier)) {
    return refuse("room-path", `"${specifier}": write a relative path or a package's name.`);
  }
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (rules.npm === "any" || rules.npm.includes(name)) return undefined;
  const allowed = rules.npm.length === 0 ? "no packages" : `of packages only ${list(rules.npm)}`;
  return refuse("room-npm", `${room} may not import "${specifier}": it may import ${allowed}.`);
}

function judgeTarget(
  file: string,
  room: RoomPath,
  target: string,
  site: ImportSite,
): Judgement | undefined {
  const rules = ROOMS[room];
  const targetRoom = target.startsWith("../") ? undefined : roomOf(target);
  // Data such as package.json belongs to nobody.
  if ((targetRoom === undefined || targetRoom === ".") && /\.(json|ya?ml|csv)$/.test(target)) {
    return undefined;
  }
  if (targetRoom === undefined) {
    return refuse("room-unknown", `"${target}" lies in no room of tools/rooms.ts.`);
  }
  if (room === "examples" && targetRoom === "examples") {
    if (exampleOf(file) === exampleOf(target)) return undefined;
    return refuse("room-import", "An example stands alone: it may not import another example.");
  }
  const entries = [room, ...rules.imports, ...rules.types];
  const entry = targetRoom === "." ? entries.find((e) => e === ".") : mostSpecific(target, entries);
  if (entry === room) return judgeLayer(file, room, target);
  if (entry !== undefined && rules.imports.includes(entry)) return undefined;
  if (entry === undefined) {
    const values = list(rules.imports, "no other room");
    const types = rules.types.length === 0 ? "" : `, types of ${list(rules.types)}`;
    return refuse(
      "room-import",
      `${room} may not import ${targetRoom} ("${target}"). It may import ${values}${types}.`,
    );
  }
  if (site.typeOnly) return undefined;
  return refuse(
    "room-type-only",
    `${room} may import only types of ${entry}: write "import type { … }" or "export type { … }"` +
      " (a `type` inside the braces still loads the module).",
  );
}

/** Whether an import within a room points down, from an inner room to itself or one below it. */
function judgeLayer(file: string, room: RoomPath, target: string): Judgement | undefined {
  const { layers } = ROOMS[room];
  if (layers === undefined) return undefined;
  const [from, to] = [layerOf(file, room, layers), layerOf(target, room, layers)];
  const own = layers.indexOf(from ?? "");
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? file : target;
    return refuse("room-layer", `"${missing}" lies in no inner room of ${room}: tools/rooms.ts.`);
  }
  if (layers.indexOf(to) <= own) return undefined;
  const below = list(layers.slice(0, own), "no other inner room");
  return refuse(
    "room-layer",
    `${room}/${from} may not import ${to} ("${target}"). It may import ${below}.`,
  );
}

/** The inner room of a file: the longest folder of `layers` that it lies in, or `.` at the top. */
function layerOf(file: string, room: RoomPath, layers: readonly string[]): string | undefined {
  const folder = posix.relative(room, posix.dirname(file)) || ".";
  const lies = (layer: string): boolean => folder === layer || folder.startsWith(`${layer}/`);
  return layers.filter(lies).toSorted((a, b) => b.length - a.length)[0];
}

function exampleOf(path: string): string | undefined {
  return path.split("/")[1];
}

function list(names: readonly string[], none = "nothing"): string {
  return names.length === 0 ? none : names.join(", ");
}

function refuse(rule: string, message: string): Judgement {
  return { rule, message };
}
