import { Button } from "../parts/button.tsx";
import { useMoment } from "../session/use-moment.ts";
import { useSpeech } from "../words/words.ts";
import { bringBack } from "./put-off.ts";

/** What is out of this inbox for now, until when the first comes back, and the way to have all back. */
export function PutOffNote({ until }: { readonly until: ReadonlyMap<string, number> }) {
  const { words } = useSpeech();
  const moment = useMoment();
  if (until.size === 0) return null;
  const first = Math.min(...until.values());
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-4 py-2 text-small text-soft">
      {words("put_off_count", { count: until.size, until: moment(first) })}
      <Button look="bare" onPress={() => bringBack(until.keys())}>
        {words("put_off_back")}
      </Button>
    </p>
  );
}
