import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  unlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolError } from "./tool-error.ts";
import { splitWorkspacePath } from "./workspace-path.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

const PRIVATE_FOLDER = 0o700;

/** On Linux a path through an open folder's descriptor cannot be redirected by renaming or linking. */
const HAS_DESCRIPTOR_PATHS = existsSync("/proc/self/fd");

/** An open folder and the path under which its entries are reached. */
interface Folder {
  readonly handle: FileHandle;
  readonly path: string;
}

/**
 * Opens a regular file of the workspace for reading, lets `use` work with it, and closes it.
 * No symbolic link is followed below the workspace, whenever it was made.
 * @throws ToolError `validation_error` when there is no such regular file or it is larger than
 * `maxBytes`; `api_error` when the disk fails.
 */
export async function withWorkspaceFile<T>(
  workspace: string,
  path: string,
  maxBytes: number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const { folders, name } = splitWorkspacePath(path);
  // Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
  const file = await explained(path, () =>
    inFolder(workspace, folders, { create: false }, ({ path: folder }) =>
      open(`${folder}/${name}`, flags),
    ),
  );
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw refused(path, "is not a regular file. Name a file.");
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes);
    return await use(file);
  } finally {
    await file.close();
  }
}

/** The whole file. @throws as `withWorkspaceFile`, also when the file grows past `maxBytes` meanwhile. */
export function readWorkspaceFile(
  workspace: string,
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  return withWorkspaceFile(workspace, path, maxBytes, async (file) => {
    const chunks: Buffer[] = [];
    const stream = file.createReadStream({ autoClose: false, end: maxBytes });
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (content.length > maxBytes) throw tooLarge(path, maxBytes);
    return content;
  });
}

/**
 * Puts `content` at `path`, making the folders on the way. A reader sees the old file or the new
 * one, never a part; when this answers, the content is on the disk.
 * @throws ToolError `validation_error` when something other than a regular file is in the way;
 * `api_error` when the disk fails.
 */
export function writeWorkspaceFile(
  workspace: string,
  path: string,
  content: Buffer,
): Promise<void> {
  const { folders, name } = splitWorkspacePath(path);
  return explained(path, () =>
    inFolder(workspace, folders, { create: true }, async (folder) => {
      const target = `${folder.path}/${name}`;
      if (!(await isFileOrFree(target))) {
        throw refused(path, "is a folder, a symbolic link or a device. Choose another name.");
      }
      const draft = `${folder.path}/.${randomUUID()}.tmp`;
      try {
        await writeDraft(draft, content);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await folder.handle.sync();
    }),
  );
}

/** Makes the workspace where there is none; only its owner can enter it. */
export async function makeWorkspace(workspace: string): Promise<void> {
  await mkdir(workspace, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Removes the workspace with everything in it, and nothing that links in it lead to, whenever they
 * were made. What is not there is removed already.
 */
export async function removeWorkspace(workspace: string): Promise<void> {
  await unlessGone(async () => {
    const parent = await openFolder(await realpath(dirname(workspace)));
    try {
      await removeEntry(parent, basename(workspace));
    } finally {
      await parent.handle.close();
    }
  });
}

function removeEntry(parent: Folder, name: string): Promise<void> {
  const path = `${parent.path}/${name}`;
  return unlessGone(async () => {
    const folder = await openFolder(path).catch((error: unknown) => {
      if (["ENOTDIR", "ELOOP"].includes(codeOf(error) ?? "")) return undefined;
      throw error;
    });
    if (folder === undefined) return unlink(path);
    try {
      for (const entry of await readdir(folder.path)) await removeEntry(folder, entry);
    } finally {
      await folder.handle.close();
    }
    return rmdir(path);
  });
}

async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

async function writeDraft(draft: string, content: Buffer): Promise<void> {
  const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function isFileOrFree(target: string): Promise<boolean> {
  try {
    return (await lstat(target)).isFile();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }
}

/** Walks down from the workspace one folder at a time, each opened without following links. */
async function inFolder<T>(
  workspace: string,
  names: readonly string[],
  options: { readonly create: boolean },
  use: (folder: Folder) => Promise<T>,
): Promise<T> {
  let folder = await openWorkspace(workspace);
  try {
    for (const name of names) {
      const next = await openChild(folder, name, options.create);
      await folder.handle.close();
      folder = next;
    }
    return await use(folder);
  } finally {
    await folder.handle.close();
  }
}

async function openWorkspace(workspace: string): Promise<Folder> {
  try {
    // What stands above may be links of whoever runs the worker; the workspace itself may not be one.
    return await openFolder(join(await realpath(dirname(workspace)), basename(workspace)));
  } catch (error) {
    throw new ToolError(
      "api_error",
      `The plan's workspace cannot be opened (${codeOf(error) ?? "unknown error"}). Check the worker's disk and its rights on the workspace.`,
      { cause: error },
    );
  }
}

async function openChild(parent: Folder, name: string, create: boolean): Promise<Folder> {
  const path = `${parent.path}/${name}`;
  try {
    return await openFolder(path);
  } catch (error) {
    if (!create || codeOf(error) !== "ENOENT") throw error;
  }
  try {
    await mkdir(path, PRIVATE_FOLDER);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return openFolder(path);
}

async function openFolder(path: string): Promise<Folder> {
  const handle = await open(path, FOLDER_FLAGS);
  return { handle, path: HAS_DESCRIPTOR_PATHS ? `/proc/self/fd/${handle.fd}` : path };
}

/** What the path's author can mend, by the file system's error code. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "does not exist in the plan's workspace. Write it first."],
  ["ELOOP", "is a symbolic link, which tools do not follow. Name a file."],
  ["ENOTDIR", "leads through a file or a symbolic link. Use real folders only."],
  ["ENXIO", "is not a regular file. Name a file."],
  ["ENAMETOOLONG", "has a part that is too long. Choose shorter names."],
]);

/** Turns what the file system throws into errors that a plan's author can act on. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const code = codeOf(error) ?? "unknown error";
    const problem = PROBLEMS.get(code);
    if (problem !== undefined) throw refused(path, problem, error);
    throw new ToolError(
      "api_error",
      `The workspace file ${quoted(path)} could not be used (${code}). Check the worker's disk and its rights on the workspace.`,
      { cause: error },
    );
  }
}

function refused(path: string, what: string, cause?: unknown): ToolError {
  return new ToolError("validation_error", `The file ${quoted(path)} ${what}`, { cause });
}

function tooLarge(path: string, maxBytes: number): ToolError {
  return refused(path, `is larger than ${maxBytes} bytes. Split it, or raise the tool's limit.`);
}

function quoted(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 199)}…` : path);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
