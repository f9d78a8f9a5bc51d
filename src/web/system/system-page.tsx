import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ConnectionError } from "../../client/connection-error.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { EncryptionNote } from "../parts/encrypted-mark.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { TemporalLink } from "../parts/temporal-link.tsx";
import { inboxQuery, useClient } from "../session/api.ts";
import { useMoment } from "../session/use-moment.ts";
import { sizeOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";
import { Checks } from "./checks.tsx";
import { Keys } from "./keys/keys.tsx";
import { Page } from "./page.tsx";

const LOOK_MS = 10_000;
const PARTS = ["api", "temporal", "workers", "disk"] as const;

/** Whether everything stands, and where one looks closer. */
export function SystemPage() {
  const { words, language } = useSpeech();
  const client = useClient();
  const moment = useMoment();
  const { workers } = useQuery(inboxQuery(client)).data ?? {};
  // A refusal is an answer here: it names the parts that are not ready.
  const { data, error } = useQuery({
    queryKey: ["system"],
    async queryFn({ signal }) {
      try {
        const { disk } = await client.service.ready({ signal, retries: 0 });
        return { wrong: new Map<string, string>(), free: disk.free_bytes };
      } catch (refusal) {
        if (!(refusal instanceof ProblemError)) throw refusal;
        const places = refusal.problem.errors ?? [];
        return {
          wrong: new Map(places.map(({ pointer, detail }) => [pointer.slice(1), detail])),
          free: null,
        };
      }
    },
    refetchInterval: LOOK_MS,
    retry: false,
  });
  const isDown = error instanceof ConnectionError;
  const wrong = isDown ? new Map([["api", words("unreachable")]]) : data?.wrong;
  const noteOf = (part: (typeof PARTS)[number]): string => {
    if (part === "disk" && data?.free != null) {
      return words("disk_free", { size: sizeOf(data.free, language) });
    }
    if (part === "workers" && workers?.last_seen_at != null) {
      return words("last_seen", { at: moment(workers.last_seen_at) });
    }
    return "";
  };
  return (
    <Page title={words("system")}>
      {wrong === undefined ? (
        <NotRead lines={4} error={error} />
      ) : (
        <>
          <p
            role="status"
            className={`mb-3 font-semibold ${wrong.size > 0 ? "text-bad" : "text-good"}`}
          >
            {words(wrong.size > 0 ? "system_not_ready" : "system_ready")}
          </p>
          <ul className="mb-4 divide-y divide-line rounded-lg border border-line">
            {PARTS.map((part) => {
              const detail = wrong.get(part);
              const isFine = detail === undefined;
              return (
                <li key={part} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
                  <span className={isFine ? "text-good" : "text-bad"}>
                    <Icon name={isFine ? "check" : "cross"} />
                  </span>
                  <span className="w-24 font-medium">{words(`part_${part}`)}</span>
                  <span className={isFine ? "text-soft" : "font-medium text-bad"}>
                    {words(isFine ? "part_ready" : "part_down")}
                  </span>
                  <span className="min-w-0 text-small text-soft">{detail ?? noteOf(part)}</span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <EncryptionNote />
      <Checks />
      <Keys />
      <p className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <Link to="/agents" className="lone font-medium text-accent hover:underline">
          {words("agents")}
        </Link>
        <Link to="/webhooks" className="lone font-medium text-accent hover:underline">
          {words("webhooks")}
        </Link>
        <a href="/docs" className="lone font-medium text-accent hover:underline">
          {words("api_document")}
        </a>
        <a href="/metrics" className="lone font-medium text-accent hover:underline">
          {words("system_numbers")}
        </a>
        <TemporalLink />
      </p>
    </Page>
  );
}
