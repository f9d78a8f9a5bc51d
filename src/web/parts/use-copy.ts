import { useSpeech } from "../words/words.ts";
import { toast } from "./toasts.tsx";

/** Takes a text along, to be pasted elsewhere, and says whether it was taken. */
export function useCopy(): (text: string) => void {
  const { words } = useSpeech();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => toast(words("copied")),
      () => toast(words("copy_failed")),
    );
}
