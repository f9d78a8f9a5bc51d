import { useQuery } from "@tanstack/react-query";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { changedAsk, previousAsk } from "../../../plan/views/board/previous-ask.ts";
import { holdsOfTodoQuery, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { ChangeList } from "../change-list.tsx";

/** What a request asks about that the one before it, which is void, did not; nothing where there was none. */
export function AskedBefore({ hold }: { readonly hold: Hold }) {
  const { words } = useSpeech();
  const client = useClient();
  const { todo_id, plan_id } = hold;
  const { data } = useQuery({
    ...holdsOfTodoQuery(client, plan_id, todo_id ?? ""),
    enabled: todo_id !== null && hold.status === "open",
  });
  const before = previousAsk(data?.holds ?? [], hold);
  if (before === null) return null;
  const fields = changedAsk(before, hold);
  if (fields.length === 0) return null;
  const by = before.decision?.decision === "approve" ? before.decision.by : null;
  return (
    <section aria-label={words("asked_before")} className="mb-4 flex flex-col gap-1.5">
      <p className="font-medium">{words("asked_before")}</p>
      {by !== null && <p className="text-soft">{words("asked_before_approved", { by })}</p>}
      <ChangeList
        things={[{ sign: "~", id: todo_id, title: hold.title, fields }]}
        titleOf={(id) => id}
      />
    </section>
  );
}
