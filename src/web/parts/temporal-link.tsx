import { useQuery } from "@tanstack/react-query";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { systemQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";
import { Icon } from "./icon.tsx";

/** The way to Temporal's UI: to a plan's workflow, or to all of them. Absent where nobody knows it. */
export function TemporalLink({ planId }: { readonly planId?: string }) {
  const { words } = useSpeech();
  const temporal = useQuery(systemQuery(useClient())).data?.temporal;
  if (temporal?.ui_url == null) return null;
  const { ui_url, namespace } = temporal;
  const all = `${ui_url.replace(/\/$/, "")}/namespaces/${encodeURIComponent(namespace)}/workflows`;
  const address =
    planId === undefined
      ? all
      : `${all}/${encodeURIComponent(TEMPORAL_NAMES.plan_prefix + planId)}`;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-9 items-center gap-1 font-medium whitespace-nowrap text-soft hover:text-ink hover:underline"
    >
      {words("temporal_ui")}
      <Icon name="out" size={14} />
      <span className="sr-only">{words("new_tab")}</span>
    </a>
  );
}
