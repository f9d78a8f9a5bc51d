import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { Button } from "../parts/button.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { Empty } from "../parts/panel.tsx";
import { StickyBar } from "../parts/scrolling/sticky-bar.tsx";
import { allHoldsQuery, useClient, versionsQuery } from "../session/api.ts";
import { useShortcut } from "../session/keys/shortcuts.ts";
import { useBoard } from "../session/live.ts";
import { useTitle } from "../session/page/use-title.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";
import { Composer } from "./composer.tsx";
import { FeedEntry } from "./feed-entry.tsx";
import { feedOf } from "./feed.ts";
import { useLateAnswers } from "./late-answers.ts";
import { noteSaid, useSaid, type Reply, type Said } from "./said.ts";
import { understand } from "./understand.ts";

/** Words, and what the person was told that they would be. */
interface Saying {
  readonly one: Said;
  readonly meaning: string;
}

const route = getRouteApi("/plans/$plan/chat");
/** The newest; the others are shown on demand. */
const SHOWN = 40;

/** A conversation with a plan: what it asks, what people answered, and wishes in words. */
export function ChatPanel() {
  const { words } = useSpeech();
  const { plan } = route.useParams();
  const navigate = useNavigate();
  const { data: board, error, refetch } = useBoard(plan);
  useTitle(`${words("talk_with")} · ${board?.plan.title ?? plan}`);
  const leave = (): void => void navigate({ to: "/plans/$plan", params: { plan } });
  useShortcut("shortcut_escape", ["Escape"], leave);
  return (
    <article aria-labelledby="talk-title" className="flex min-h-full flex-col bg-panel">
      <StickyBar edge="top" className="flex items-center justify-between gap-2 bg-panel px-4 py-2">
        <PageTitle as="h2" id="talk-title" className="text-head font-semibold">
          {words("talk_with")}
        </PageTitle>
        <Button look="bare" icon="cross" aria-label={words("close")} onPress={leave} />
      </StickyBar>
      {board === undefined ? (
        <NotRead lines={6} error={error} onRetry={() => void refetch()} />
      ) : (
        <Talk key={plan} board={board} />
      )}
    </article>
  );
}

function Talk({ board }: { readonly board: Board }) {
  const { words } = useSpeech();
  const client = useClient();
  const planId = board.plan.id;
  const said = useSaid(planId);
  const holds = useQuery(allHoldsQuery(client, planId));
  const versions = useQuery(versionsQuery(client, planId));
  useLateAnswers(board.holds);
  const [isWhole, setWhole] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const send = useCommand(
    planId,
    // One after the other: what was said first may close the question that the next would answer.
    async ({ one, meaning }: Saying): Promise<Reply> => {
      const turn = line.current
        .then(() => understand(client, planId, one.text, meaning))
        .catch((error: unknown): Reply => ({ kind: "problem", error }));
      line.current = turn;
      return turn;
    },
    (reply, { one }) => noteSaid(planId, { ...one, reply }),
  );
  const say = (text: string, meaning: string): void => {
    const one = { id: crypto.randomUUID(), at: new Date().toISOString(), text, reply: null };
    noteSaid(planId, one);
    send
      .mutateAsync({ one, meaning })
      .catch((error: unknown) => noteSaid(planId, { ...one, reply: { kind: "problem", error } }));
  };
  // What a card offers to say changes the plan, also when a question was opened meanwhile.
  const wish = (text: string): void => say(text, "wish");
  const feed = feedOf(board.holds, holds.data?.holds ?? [], versions.data?.versions ?? [], said);
  const newest = feed.at(-1)?.key;
  const log = useRef<HTMLDivElement>(null);
  // What a person has said is answered below: the answer is looked at when it is there. Whoever has just come sees the
  // newest, though what was before it is read later and stands above it.
  const isAnswering = feed.at(-1)?.kind === "said";
  const hasJustCome = !useTouched();
  const keepsToEnd = isAnswering || hasJustCome;
  useEffect(() => {
    if (log.current === null || !keepsToEnd) return undefined;
    const watch = new ResizeObserver(() => {
      end.current?.scrollIntoView({ block: "end" });
    });
    watch.observe(log.current);
    return () => watch.disconnect();
  }, [keepsToEnd]);
  // Browsers answer that with a promise, and an effect may only return what ends it.
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [newest, said]);
  const shown = isWhole ? feed : feed.slice(-SHOWN);
  const before = feed.length - shown.length;
  return (
    <>
      <div
        ref={log}
        role="log"
        aria-label={words("talk_log")}
        className="flex flex-1 flex-col gap-4 p-4"
      >
        {before > 0 && (
          <div className="text-center">
            <Button look="bare" onPress={() => setWhole(true)}>
              {words("talk_more_before", { count: before })}
            </Button>
          </div>
        )}
        {feed.length === 0 && (
          <Empty title={words("talk_empty")} detail={words("talk_empty_detail")} />
        )}
        {shown.map((entry) => (
          <FeedEntry key={entry.key} entry={entry} board={board} onSay={wish} />
        ))}
      </div>
      <Composer board={board} onSay={say} />
      <div ref={end} />
    </>
  );
}

const TOUCHES = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** Whether somebody has done anything on the page since this was shown. */
function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const touch = (): void => setTouched(true);
    const once = { capture: true, once: true, passive: true };
    for (const type of TOUCHES) addEventListener(type, touch, once);
    return () => {
      for (const type of TOUCHES) removeEventListener(type, touch, once);
    };
  }, []);
  return isTouched;
}
