import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Notice } from "../../contract/list.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { ERROR_TYPES } from "../../contract/tables/vocabulary.ts";
import { Button, buttonLook } from "../parts/button.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { Empty, Fact, Facts } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { StickyBar } from "../parts/scrolling/sticky-bar.tsx";
import { KindBadge } from "../parts/status.tsx";
import { toast } from "../parts/toasts.tsx";
import { goalQuery, noticesQuery, todoQuery, useClient } from "../session/api.ts";
import { noteDecided, noticeId, useDecidedHere } from "../session/decided.ts";
import { useTitle } from "../session/page/use-title.ts";
import { useCommand } from "../session/use-command.ts";
import { useMoment } from "../session/use-moment.ts";
import { useSpeech } from "../words/words.ts";

/** Lists cut texts, each at a place of its own: whether one stands in another is told by its beginning. */
const COMPARED = 40;

/** A plan that failed: with what, until somebody acknowledges it. */
export function NoticeView({
  planId,
  after,
}: {
  readonly planId: string;
  /** What comes after it was read. */
  readonly after: ReactNode;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const decided = useDecidedHere();
  const { data, error, refetch } = useQuery(noticesQuery(client));
  const notice = data?.notices.find(({ plan_id }) => plan_id === planId);
  useTitle(
    notice === undefined
      ? words("notice_none")
      : `${words("kind_failed")}: ${notice.todo?.title ?? notice.plan_title}`,
  );
  if (data === undefined) {
    return <NotRead isPage lines={6} error={error} onRetry={() => void refetch()} />;
  }
  if (notice !== undefined && !decided.has(noticeId(notice))) return <Read notice={notice} />;
  return (
    <Empty title={words("notice_none")} detail={words("notice_none_detail")}>
      <Link to="/plans/$plan" params={{ plan: planId }} className={buttonLook("plain")}>
        {words("notice_plan")}
      </Link>
      {after}
    </Empty>
  );
}

function Read({ notice }: { readonly notice: Notice }) {
  const { words, inOwnWords, tell } = useSpeech();
  const client = useClient();
  const moment = useMoment();
  const { plan_id, plan_title, plan_owner, todo, reason, ended_at } = notice;
  const acknowledge = useCommand(
    plan_id,
    () => client.plans.acknowledge(plan_id, {}),
    () => {
      noteDecided(noticeId(notice));
      toast(words("notice_acknowledged", { title: plan_title }));
    },
  );
  const send = (): void => acknowledge.mutate(undefined);
  // Lists cut long texts short: the plan and its todo have the whole, once they answer.
  const failed = useQuery({
    ...todoQuery(client, plan_id, todo?.id ?? ""),
    enabled: todo !== null,
  });
  const plan = useQuery(goalQuery(client, plan_id)).data;
  const says = todo === null ? "" : inOwnWords(failed.data ?? todo, "error_message");
  const why = plan === undefined ? inOwnWords(notice, "reason") : inOwnWords(plan, "ended_because");
  const kind = ERROR_TYPES.find((type) => type === todo?.error_type);
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 py-5 md:px-8">
      <header>
        <KindBadge kind="failed" />
        <PageTitle className="mt-2 text-title font-semibold" lang="">
          {todo?.title ?? plan_title}
        </PageTitle>
        <p className="text-soft">{words("notice_detail")}</p>
      </header>
      {says !== "" && (
        <section aria-label={words("notice_what")} className="rounded-lg bg-bad-tint px-4 py-3">
          {kind !== undefined && (
            <p className="mb-1 text-small text-bad">
              {tell(say(`failure_${kind}`))} <code className="font-mono">{kind}</code>
            </p>
          )}
          <p className="whitespace-pre-wrap" lang="">
            {says}
          </p>
        </section>
      )}
      <Facts>
        <Fact name={words("of_plan")}>
          <Link
            to="/plans/$plan"
            params={{ plan: plan_id }}
            className="lone hover:underline"
            lang=""
          >
            {plan_title}
          </Link>
        </Fact>
        {reason !== null && (says === "" || !why.includes(says.slice(0, COMPARED))) && (
          <Fact name={words("notice_reason")}>{why}</Fact>
        )}
        {plan_owner !== null && <Fact name={words("owner")}>{plan_owner}</Fact>}
        {ended_at !== null && <Fact name={words("notice_ended")}>{moment(ended_at)}</Fact>}
      </Facts>
      <ProblemNote error={acknowledge.error} />
      <StickyBar edge="bottom" className="flex flex-wrap items-center gap-2 bg-panel py-3">
        <Button
          look="main"
          icon="check"
          shortcut={{ code: "KeyA", says: "notice_acknowledge" }}
          isDisabled={acknowledge.isPending}
          sends
          onPress={send}
        >
          {words("notice_acknowledge")}
        </Button>
        {todo !== null && (
          <Link
            to="/plans/$plan/todos/$todo"
            params={{ plan: plan_id, todo: todo.id }}
            className={buttonLook("plain")}
          >
            {words("notice_look")}
          </Link>
        )}
        <p className="text-small text-soft">{words("notice_acknowledge_detail")}</p>
      </StickyBar>
    </article>
  );
}
