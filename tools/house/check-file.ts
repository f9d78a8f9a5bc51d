import { parseSync, type Program } from "oxc-parser";
import { BARRELS, type RoomPath, ROOMS, roomOf, WRITERS } from "../rooms.ts";
import { findImpurities } from "./find-impurities.ts";
import { findRawOutput } from "./find-raw-output.ts";
import type { Finding } from "./finding.ts";
import { judgeImport } from "./judge-import.ts";
import type { PackageNames } from "./package-names.ts";
import { readImports } from "./read-imports.ts";

/** All breaches of the rooms table in one code file. A file that cannot be parsed is a breach. */
export function checkFile(file: string, source: string, names: PackageNames): Finding[] {
  const room = roomOf(file);
  if (room === undefined) {
    const message = "This folder is no room: move the file, or add the room to tools/rooms.ts.";
    return [{ file, offset: 0, rule: "room-unknown", message }];
  }
  const { program, errors } = parseSync(file, source);
  const broken = errors.find((error) => error.severity === "Error");
  if (broken) {
    const offset = broken.labels[0]?.start ?? 0;
    return [{ file, offset, rule: "parse-error", message: broken.message }];
  }
  return [
    ...checkImports(file, room, program, names),
    ...checkSandbox(file, room, program),
    ...checkBarrel(file, program, names),
    ...checkOutput(file, room, program),
  ];
}

function checkImports(
  file: string,
  room: RoomPath,
  program: Program,
  names: PackageNames,
): Finding[] {
  return readImports(program).flatMap((site) => {
    const judgement = judgeImport(file, room, site, names);
    return judgement ? [{ file, offset: site.offset, ...judgement }] : [];
  });
}

function checkSandbox(file: string, room: RoomPath, program: Program): Finding[] {
  const { sandbox } = ROOMS[room];
  return sandbox ? findImpurities(program, sandbox).map((found) => ({ file, ...found })) : [];
}

function checkOutput(file: string, room: RoomPath, program: Program): Finding[] {
  if (room !== "src/cli" || WRITERS.includes(file)) return [];
  return findRawOutput(program).map((found) => ({ file, ...found }));
}

function checkBarrel(file: string, program: Program, names: PackageNames): Finding[] {
  const onlyPassesOn = program.body.every(
    (node) =>
      node.type === "ExportAllDeclaration" ||
      (node.type === "ExportNamedDeclaration" && node.source !== null),
  );
  if (!onlyPassesOn || program.body.length === 0) return [];
  if (BARRELS.includes(file) || names.files.includes(file)) return [];
  const message = "A file of re-exports only: let callers import the modules themselves.";
  return [{ file, offset: 0, rule: "barrel", message }];
}
