import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { KeyList, KeyView } from "../../../contract/service/key.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { Section } from "../../parts/panel.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { signInQuery, useClient } from "../../session/api.ts";
import { useMay } from "../../session/use-may.ts";
import { useMoment } from "../../session/use-moment.ts";
import { OPERATING } from "../../words/catalogs/operating.ts";
import { useSpeechWith } from "../../words/words.ts";
import { keysQuery } from "../queries.ts";
import { KeyForm } from "./key-form.tsx";
import { RevokeKey } from "./revoke-key.tsx";

/** Who may use this Holdpoint, and by which key one does so oneself. */
export function Keys() {
  const { words } = useSpeechWith(OPERATING);
  const may = useMay("admin");
  const { you, key } = useQuery(signInQuery(useClient())).data ?? {};
  if (may === undefined) return null;
  const own = you !== undefined && key != null && (
    <p className="mb-2">{words("key_yours", { name: you.name, tail: key.last4 })}</p>
  );
  if (may) return <KeyTable own={own} ownId={key?.id} />;
  return (
    <Section title={words("keys")}>
      {own}
      <p className="text-soft">
        <WithCode text={words("keys_role")} />
      </p>
    </Section>
  );
}

function KeyTable({ own, ownId }: { readonly own: ReactNode; readonly ownId: string | undefined }) {
  const { words } = useSpeechWith(OPERATING);
  const { data, error, refetch } = useQuery(keysQuery(useClient()));
  const [isMaking, setMaking] = useState(false);
  const add = data !== undefined && (
    <Button icon="plus" says={words("key_new")} onPress={() => setMaking(true)} />
  );
  return (
    <Section title={words("keys")} aside={add}>
      {own}
      {data === undefined ? (
        <NotRead lines={3} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className="mb-3 text-soft">{words(data.in_use ? "keys_detail" : "keys_none")}</p>
          {data.keys.length > 0 && (
            <ul
              aria-label={words("keys")}
              className="divide-y divide-line rounded-lg border border-line"
            >
              {data.keys.map((key) => (
                <KeyRow key={key.id} shown={key} all={data} isOwn={key.id === ownId} />
              ))}
            </ul>
          )}
          {isMaking && (
            <Question title={words("key_new")} onClose={() => setMaking(false)}>
              <KeyForm isFirst={!data.in_use} onDone={() => setMaking(false)} />
            </Question>
          )}
        </>
      )}
    </Section>
  );
}

function KeyRow({
  shown,
  all,
  isOwn,
}: {
  readonly shown: KeyView;
  readonly all: KeyList;
  readonly isOwn: boolean;
}) {
  const { words } = useSpeechWith(OPERATING);
  const { id, name, roles, groups, last4, state } = shown;
  const isActive = state === "active";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className={`font-semibold ${isActive ? "" : "text-soft"}`}>
          <span lang="">{name}</span>{" "}
          <span className="font-normal text-soft">
            {[...roles, ...groups.map((group) => `@${group}`)].join(", ")}
          </span>
        </h3>
        <p className="text-small text-soft">
          <span className={isActive ? "text-good" : "text-bad"}>{words(`key_state_${state}`)}</span>
          {" · "}
          <code className="font-mono">{id}</code> · <code className="font-mono">…{last4}</code>
          {" · "}
          <Times {...shown} />
        </p>
      </div>
      {isActive && <RevokeKey shown={shown} keys={all.keys} isOwn={isOwn} />}
    </li>
  );
}

function Times({ created_at, created_by, expires_at, revoked_at, revoked_by }: KeyView) {
  const { words } = useSpeechWith(OPERATING);
  const moment = useMoment();
  const made =
    created_by === null
      ? words("key_made_at", { at: moment(created_at) })
      : words("key_made_by", { at: moment(created_at), by: created_by });
  const until = expires_at === null ? [] : [words("key_until", { at: moment(expires_at) })];
  const over =
    revoked_at === null
      ? until
      : [
          revoked_by === null
            ? words("key_revoked_at", { at: moment(revoked_at) })
            : words("key_revoked_by", { at: moment(revoked_at), by: revoked_by }),
        ];
  return [made, ...over].join(" · ");
}
