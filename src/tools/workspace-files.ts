import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { ToolError } from "./tool-error.ts";
import { splitWorkspacePath } from "./workspace-path.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

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

async function writeDraft(draft: string, content: Buffer): Promise<void> {
  const file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
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
    return await openFolder(await realpath(workspace));
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
    await mkdir(path);
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
