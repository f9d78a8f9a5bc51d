import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { toast } from "../parts/toasts.tsx";
import { inboxQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** Says when a plan asks something new, unless the person looks at that plan's conversation or hold. */
export function useQuestionToasts(): void {
  const { words, inOwnWords } = useSpeech();
  const client = useClient();
  const navigate = useNavigate();
  const { data } = useQuery(inboxQuery(client));
  const seen = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const questions = data.holds.filter(({ kind }) => QUESTION_KINDS.includes(kind));
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...questions.map(({ id }) => id)]);
    if (before === null) return;
    for (const hold of questions) {
      const { id, plan_id, title } = hold;
      const { pathname } = location;
      const isSeen = pathname === `/plans/${plan_id}/chat` || pathname === `/inbox/${id}`;
      if (before.has(id) || isSeen) continue;
      toast(words("new_question", { question: inOwnWords(hold, "message") || title }), {
        name: words("choice_answer"),
        run: () => void navigate({ to: "/plans/$plan/chat", params: { plan: plan_id } }),
      });
    }
  }, [data, navigate, words, inOwnWords]);
}
