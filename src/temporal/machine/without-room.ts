import { notice, NoticeError } from "../../contract/service/notices.ts";
import { diskRefusal } from "./disk.ts";

/** The error, put into words where it is the folder's disk that takes nothing more. */
export function withoutRoom(error: unknown, folder: string): unknown {
  const code = diskRefusal(error);
  if (code === undefined) return error;
  return new NoticeError(notice("folder_full", { folder, code }), { cause: error });
}
