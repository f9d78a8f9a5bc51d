import { useQuery } from "@tanstack/react-query";
import { Icon } from "../../parts/icon.tsx";
import { viewersQuery, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { useMayDecide } from "../use-may-decide.ts";

const MOST_NAMES = 3;

/** Who else looks at this request now; a page in the background looks at nothing. */
export function OthersHere({ holdId }: { readonly holdId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const mayDecide = useMayDecide();
  const { data } = useQuery({ ...viewersQuery(client, holdId), enabled: mayDecide === true });
  const names = (data?.viewers ?? []).map(({ name }) => name);
  const more = names.length - MOST_NAMES;
  const told = [
    names.slice(0, MOST_NAMES).join(", "),
    ...(more > 0 ? [words("and_more", { count: more })] : []),
  ].join(" ");
  return (
    <p
      role="status"
      className={names.length === 0 ? "sr-only" : "flex items-center gap-1.5 text-small text-wait"}
    >
      {names.length > 0 && (
        <>
          <Icon name="person" size={14} />
          {words("others_here", { names: told, count: names.length })}
        </>
      )}
    </p>
  );
}
