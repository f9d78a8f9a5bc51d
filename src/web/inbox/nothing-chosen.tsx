import { Empty } from "../parts/panel.tsx";
import { useTitle } from "../session/page/use-title.ts";
import { useSpeech } from "../words/words.ts";
import { useInbox } from "./inbox-rows.ts";

/** Beside the list, while nothing is chosen. */
export function NothingChosen() {
  const { words } = useSpeech();
  const { lines } = useInbox();
  useTitle(words("inbox"));
  return lines.length === 0 ? null : (
    <Empty title={words("inbox_choose")} detail={words("inbox_choose_detail")} />
  );
}
