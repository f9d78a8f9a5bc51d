import { pino, type Logger } from "pino";
import { inEnglish, type Notice } from "../../../contract/service/notices.ts";
import { tell } from "../../messages/tell.ts";
import { talk } from "../../terminal/output.ts";
import { runtime } from "./load-runtime.ts";

/** What a service that runs for weeks has to say, all of it on standard error. */
export interface ServiceLog {
  /** A sentence: as it is on a terminal, and a line of JSON with its code and values anywhere else. */
  say(said: Notice): void;
  /** Lines of JSON. */
  readonly lines: Logger;
  /** Whether a program reads along, and no person. */
  readonly isForPrograms: boolean;
  /** Resolves when everything is written. */
  settled(): Promise<void>;
}

/** @param json a program is meant although this is a terminal. */
export async function openServiceLog(json: boolean): Promise<ServiceLog> {
  const { openLogFile } = await runtime.logFile();
  const file = openLogFile(2);
  const lines = pino({}, file);
  const isForPrograms = json || process.stderr.isTTY !== true;
  return {
    lines,
    isForPrograms,
    settled: () => file.settled(),
    say(said) {
      if (isForPrograms) lines.info({ code: said.id, ...said.values }, inEnglish(said));
      else talk(tell(said));
    },
  };
}
