import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Delivery, DeliveryAttempt } from "../../../contract/service/webhook.ts";
import { PROBLEMS } from "../../../contract/tables/problems.ts";
import { Button, buttonLook } from "../../parts/button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { Empty, Section, Skeleton } from "../../parts/panel.tsx";
import { isMissing, ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { KEYS, reads, useClient } from "../../session/api.ts";
import { useMoment } from "../../session/use-moment.ts";
import { useSpeech } from "../../words/words.ts";
import { Page } from "../page.tsx";
import { WebhookActs, WebhookFacts } from "./webhook-acts.tsx";

const route = getRouteApi("/webhooks/$webhook");
/** Deliveries are in no live stream. */
const LOOK_MS = 2_000;
const SHOWN = 100;

/** One webhook, and what became of telling it. */
export function DeliveriesPage() {
  const { webhook: id } = route.useParams();
  const { words, language } = useSpeech();
  const client = useClient();
  const navigate = useNavigate();
  const webhook = useQuery(reads([...KEYS.webhooks, id], (call) => client.webhooks.get(id, call)));
  const told = useQuery({
    queryKey: [...KEYS.webhooks, id, "deliveries"],
    queryFn: ({ signal }) => client.webhooks.deliveries(id, { limit: SHOWN + 1 }, { signal }),
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : LOOK_MS),
  });
  const error = webhook.error ?? told.error;
  if (isMissing(error)) {
    return (
      <Empty isPage title={PROBLEMS.webhook_not_found.title[language]}>
        <Link to="/webhooks" className={buttonLook("main")}>
          {words("webhooks")}
        </Link>
      </Empty>
    );
  }
  const { deliveries } = told.data ?? {};
  return (
    <Page
      title={webhook.data?.url ?? words("webhooks")}
      back={
        <Link
          to="/webhooks"
          className="lone inline-flex items-center gap-1 text-soft hover:underline"
        >
          <Icon name="left" />
          {words("webhooks")}
        </Link>
      }
    >
      {error !== null && (
        <ProblemNote
          error={error}
          onRetry={() => void Promise.all([webhook.refetch(), told.refetch()])}
        />
      )}
      {webhook.data !== undefined && (
        <div className="mb-4 flex flex-col gap-3">
          <div>
            <WebhookFacts webhook={webhook.data} />
          </div>
          <WebhookActs
            webhook={webhook.data}
            onRemoved={() => void navigate({ to: "/webhooks" })}
          />
        </div>
      )}
      <Section title={words("deliveries")}>
        {deliveries === undefined ? (
          error === null && <Skeleton lines={4} />
        ) : deliveries.length === 0 ? (
          <Empty title={words("deliveries_empty")} detail={words("deliveries_empty_detail")} />
        ) : (
          <ul
            aria-label={words("deliveries")}
            className="divide-y divide-line rounded-lg border border-line"
          >
            {deliveries.slice(0, SHOWN).map((delivery) => (
              <li key={delivery.id} className="px-4 py-2.5">
                <Row delivery={delivery} />
              </li>
            ))}
          </ul>
        )}
        {deliveries !== undefined && deliveries.length > SHOWN && (
          <p className="mt-2 text-small text-soft">
            {words("deliveries_newest", { count: SHOWN })}
          </p>
        )}
      </Section>
    </Page>
  );
}

const STATES: Readonly<Record<Delivery["status"], { icon: IconName; look: string }>> = {
  delivered: { icon: "check", look: "text-good" },
  pending: { icon: "clock", look: "text-run" },
  failed: { icon: "cross", look: "text-bad" },
  stopped: { icon: "stop", look: "text-faint" },
};

function Row({ delivery }: { readonly delivery: Delivery }) {
  const { words } = useSpeech();
  const moment = useMoment();
  const [isOpen, setOpen] = useState(false);
  const { status, type, subject, time, attempt_count, next_attempt_at, last } = delivery;
  const { icon, look } = STATES[status];
  const says =
    status !== "pending"
      ? words(`delivery_${status}`)
      : next_attempt_at === null
        ? words("delivery_now")
        : words("delivery_pending", { at: moment(next_attempt_at) });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`inline-flex items-center gap-1.5 font-medium ${look}`}>
          <Icon name={icon} />
          {says}
        </span>
        <code className="font-mono text-small">{shortType(type)}</code>
        <span className="min-w-0 truncate text-small text-soft">{subject}</span>
        <span className="ml-auto text-small text-faint tabular-nums">{moment(time)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-small text-soft">
        <span>{words("delivery_attempts", { count: attempt_count })}</span>
        {last !== null && <Answer attempt={last} />}
        <span className="ml-auto flex gap-1">
          <Button
            look="bare"
            aria-expanded={isOpen}
            aria-label={`${words("delivery_show")}: ${delivery.id}`}
            onPress={() => setOpen(!isOpen)}
          >
            {words("delivery_show")}
          </Button>
          <Replay delivery={delivery} />
        </span>
      </div>
      {isOpen && <Whole delivery={delivery} />}
    </>
  );
}

/** `dev.holdpoint.hold.opened.v1` is `hold.opened` to people. */
function shortType(type: string): string {
  return type.replace(/^dev\.holdpoint\.(.*)\.v\d+$/, "$1");
}

function Answer({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { words } = useSpeech();
  const { status, took_ms, error } = attempt;
  const answered = status === null ? "" : words("delivery_answered", { status, ms: took_ms });
  return <span>{[answered, error].filter(Boolean).join(" · ")}</span>;
}

function Replay({ delivery: { id, webhook_id } }: { readonly delivery: Delivery }) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => client.webhooks.replay(webhook_id, id, {}),
    onSuccess: () => toast(words("delivery_replayed")),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.webhooks }),
  });
  return (
    <>
      <Button
        look="bare"
        icon="again"
        aria-label={`${words("delivery_replay")}: ${id}`}
        isDisabled={replay.isPending}
        sends
        onPress={() => replay.mutate()}
      >
        {words("delivery_replay")}
      </Button>
      <ProblemNote error={replay.error} />
    </>
  );
}

function Whole({ delivery: { id, webhook_id } }: { readonly delivery: Delivery }) {
  const { words } = useSpeech();
  const client = useClient();
  const moment = useMoment();
  const { data, error } = useQuery({
    queryKey: [...KEYS.webhooks, webhook_id, "deliveries", id],
    queryFn: ({ signal }) => client.webhooks.delivery(webhook_id, id, { signal }),
    refetchInterval: LOOK_MS,
  });
  if (data === undefined) return <NotRead lines={3} error={error} />;
  return (
    <div className="mt-2 flex flex-col gap-2">
      <h3 className="text-small font-semibold text-faint">{words("attempts")}</h3>
      <ol className="text-small">
        {data.attempts.map((attempt, place) => (
          <li key={`${attempt.at} ${place}`} className="flex flex-wrap gap-x-3">
            <span className="tabular-nums">{moment(attempt.at)}</span>
            <Answer attempt={attempt} />
            {attempt.answer !== null && attempt.answer !== "" && (
              <code className="min-w-0 font-mono">{attempt.answer}</code>
            )}
          </li>
        ))}
      </ol>
      <h3 className="text-small font-semibold text-faint">{words("delivery_body")}</h3>
      {/* Long bodies scroll, by keyboard, too. */}
      <pre
        tabIndex={0}
        aria-label={words("delivery_body")}
        className="code max-h-80 overflow-y-auto"
      >
        {JSON.stringify(data.event, null, 2)}
      </pre>
    </div>
  );
}
