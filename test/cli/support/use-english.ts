import { afterAll, beforeEach } from "vitest";
import { speak } from "../../../src/cli/messages/i18n.ts";

/** English before each test of a file, and after the last: one that speaks another language speaks for itself alone. */
export function useEnglish(): void {
  beforeEach(() => speak("en"));
  afterAll(() => speak("en"));
}
