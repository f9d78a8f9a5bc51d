import { useLocation } from "@tanstack/react-router";

/** The line of a log that the address names, such as `#L12`, counted from 1; null when it names none. */
export function useLinkedLine(): number | null {
  const hash = useLocation({ select: (location) => location.hash });
  const [, line] = /^L([1-9][0-9]{0,8})$/.exec(hash) ?? [];
  return line === undefined ? null : Number(line);
}
