import { useEffect, useState } from "react";

/** Who types does not pause for so long. */
const SETTLED_MS = 200;

/** What is being written, as it was when the person last paused: not every letter is asked for. */
export function useSettled(written: string): string {
  const [settled, setSettled] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return settled;
}
