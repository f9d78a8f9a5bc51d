import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Webhook } from "../../../contract/service/webhook.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { Empty } from "../../parts/panel.tsx";
import { KEYS, reads, useClient, webhooksQuery } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { Page } from "../page.tsx";
import { WebhookActs, WebhookFacts } from "./webhook-acts.tsx";
import { WebhookForm } from "./webhook-form.tsx";

/** Deliveries are in no live stream. */
const LOOK_MS = 10_000;

/** Who outside is told what happens. */
export function WebhooksPage() {
  const { words } = useSpeech();
  const { data, error, refetch } = useQuery(webhooksQuery(useClient()));
  const [isMaking, setMaking] = useState(false);
  const add = (
    <Button look="main" icon="plus" says={words("webhook_new")} onPress={() => setMaking(true)} />
  );
  return (
    <Page title={words("webhooks")}>
      {data === undefined ? (
        <NotRead lines={5} error={error} onRetry={() => void refetch()} />
      ) : data.webhooks.length === 0 ? (
        <Empty title={words("webhooks_empty")} detail={words("webhooks_detail")}>
          {add}
        </Empty>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-xl text-soft">{words("webhooks_detail")}</p>
            {add}
          </div>
          <ul
            aria-label={words("webhooks")}
            className="divide-y divide-line rounded-lg border border-line"
          >
            {data.webhooks.map((webhook) => (
              <li
                key={webhook.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <h2 className="font-semibold">
                    <Link
                      to="/webhooks/$webhook"
                      params={{ webhook: webhook.id }}
                      className="lone hover:underline"
                    >
                      {webhook.url}
                    </Link>
                  </h2>
                  <WebhookFacts webhook={webhook} />
                  {webhook.disabled === null && <NotArrived webhook={webhook} />}
                </div>
                <WebhookActs webhook={webhook} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isMaking && (
        <Question title={words("webhook_new")} onClose={() => setMaking(false)}>
          <WebhookForm onDone={() => setMaking(false)} />
        </Question>
      )}
    </Page>
  );
}

/** Says of a webhook that is on that its newest message was tried, and has not arrived. */
function NotArrived({ webhook: { id } }: { readonly webhook: Webhook }) {
  const { words } = useSpeech();
  const client = useClient();
  const told = useQuery(
    reads(
      [...KEYS.webhooks, id, "newest"],
      (call) => client.webhooks.deliveries(id, { limit: 1 }, call),
      { refetchInterval: LOOK_MS },
    ),
  );
  const newest = told.data?.deliveries[0];
  if (newest === undefined || newest.last === null) return null;
  if (newest.status !== "pending" && newest.status !== "failed") return null;
  return (
    <p className="flex items-center gap-1.5 text-small font-medium text-bad">
      <Icon name="cross" size={14} />
      {words("webhook_not_arrived")}
    </p>
  );
}
