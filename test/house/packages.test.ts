import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
}
type Versions = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly overrides: Versions;
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));
const manifest = (await readJson("package.json")) as Manifest;
const { packages } = (await readJson("package-lock.json")) as {
  packages: Readonly<Record<string, Locked>>;
};
const { "": root, ...rest } = packages;
const locked = Object.entries(rest);

/** The package's name, wherever it lies. */
const nameOf = (place: string): string => place.slice(place.lastIndexOf("node_modules/") + 13);
const namesOf = (found: readonly (readonly [string, Locked])[]): string[] =>
  [...new Set(found.map(([place]) => nameOf(place)))].toSorted();

/** Who runs a program of its own while it is installed: a native part is chosen or checked, or a note is shown. */
const RUN_WHEN_INSTALLED = ["@swc/core", "esbuild", "protobufjs"];

/** None of them asks anything of who uses Holdpoint but to keep the notice. */
const LICENCES = [
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 AND MIT",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
];
/** Says it in a file of its own only, which was read. */
const SAYS_IN_A_FILE: Readonly<Record<string, string>> = { unionfs: "Unlicense" };

describe("what Holdpoint is made of", () => {
  test("is written with exact versions, no ranges and no places elsewhere", () => {
    const written = [manifest.dependencies, manifest.devDependencies, manifest.overrides];
    const versions = written.flatMap((versions) => Object.entries(versions));
    expect(versions.length).toBeGreaterThan(50);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test("is locked as it is written", () => {
    expect(root).toMatchObject({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
    const written = { ...manifest.dependencies, ...manifest.devDependencies };
    const others = Object.entries(written).filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version,
    );
    expect(others).toEqual([]);
  });

  test("is the same bytes at each install", () => {
    const open = locked.filter(
      ([, { integrity }]) => !/^sha512-[\w+/=]{88}$/.test(integrity ?? ""),
    );
    expect(locked.length).toBeGreaterThan(500);
    expect(namesOf(open)).toEqual([]);
  });

  test("comes from no repository, address or folder", () => {
    const elsewhere = locked.filter(([, { resolved, link }]) => resolved !== undefined || link);
    expect(namesOf(elsewhere)).toEqual([]);
  });

  test("runs a program at its install in a few known packages only", () => {
    const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(namesOf(running)).toEqual(RUN_WHEN_INSTALLED);
  });

  test("may be passed on: what users get has a licence of a short list", () => {
    const shipped = locked.filter(([, { dev }]) => dev !== true);
    const licences = shipped.map(
      ([place, { license }]) => license ?? SAYS_IN_A_FILE[nameOf(place)],
    );
    expect(new Set(licences)).toEqual(new Set<string | undefined>(LICENCES));
  });
});
