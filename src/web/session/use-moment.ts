import { momentOf } from "../words/moment.ts";
import { useSpeech } from "../words/words.ts";
import { useNow } from "./now.ts";

/** Tells moments as this person reads them: in their time zone, and the day only when it is another one. */
export function useMoment(): (at: string | number) => string {
  const { language } = useSpeech();
  const now = useNow();
  return (at) => momentOf(at, language, now);
}
