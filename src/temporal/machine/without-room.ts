import { notice, NoticeError } from "../../contract/service/notices.ts";
import { createDisk, diskRefusal, REFUSALS } from "./disk.ts";

/** The error, put into words where it is the folder's disk that takes nothing more. */
export function withoutRoom(error: unknown, folder: string): unknown {
  const code = diskRefusal(error);
  return code === undefined ? error : fullFolder(folder, code, error);
}

/**
 * Tries out whether a folder's disk takes anything.
 * @param least so many bytes have to be free.
 * @throws NoticeError when it takes nothing more.
 */
export async function assertRoom(folder: string, least = 0): Promise<void> {
  const { refusal } = await createDisk(folder, least).look({ write: true });
  if (refusal !== undefined && REFUSALS.includes(refusal)) throw fullFolder(folder, refusal);
}

function fullFolder(folder: string, code: string, cause?: unknown): NoticeError {
  return new NoticeError(notice("folder_full", { folder, code }), { cause, fix: "df -h" });
}
