import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { PlanRow } from "../../contract/list.ts";
import type { PlanStatus } from "../../contract/tables/vocabulary.ts";
import { SearchField } from "../parts/forms/search-field.tsx";
import { systemQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** Which plans are shown; each is a filter of the API. */
export const PLAN_FILTERS = {
  all: {},
  open: { status: "pending,running" },
  waiting: { has_holds: "true" },
  failed: { status: "failed" satisfies PlanStatus },
  done: { status: "completed" satisfies PlanStatus },
} as const;
type PlanFilterName = keyof typeof PLAN_FILTERS;
export const PLAN_FILTER_NAMES = Object.keys(PLAN_FILTERS) as PlanFilterName[];

/** Which plans an address asks for; what is not in it asks for all. */
interface PlanSearch {
  readonly show?: PlanFilterName | undefined;
  readonly search?: string | undefined;
  readonly owner?: string | undefined;
}

/** Which plans are shown, all of it kept in the address. */
export function PlanFilters({
  asked,
  plans,
}: {
  readonly asked: PlanSearch;
  /** What is shown: whose plans there are to choose from. */
  readonly plans: readonly PlanRow[];
}) {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const owners = useOwners(asked.owner, plans);
  const { show, search, owner } = asked;
  // The address follows what is typed; the field shows the address as soon as nobody writes.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <nav aria-label={words("filter")} className="flex flex-wrap gap-1">
        {PLAN_FILTER_NAMES.map((name) => (
          <Link
            key={name}
            to="/plans"
            search={searchOf({ ...asked, show: name })}
            data-chosen={name === (show ?? "all") ? "" : undefined}
            aria-current={name === (show ?? "all") ? "true" : undefined}
            className="chip"
          >
            {words(`plans_${name}`)}
          </Link>
        ))}
      </nav>
      <SearchField
        label={words("plans_search")}
        value={typed ?? search ?? ""}
        className="max-w-xs"
        onBlur={() => setTyped(null)}
        onChange={(now) => {
          setTyped(now);
          void navigate({
            to: "/plans",
            search: searchOf({ ...asked, search: now }),
            replace: true,
          });
        }}
      />
      {(owners.length > 1 || owner !== undefined) && (
        <select
          aria-label={words("owner")}
          value={owner ?? ""}
          className="field w-auto max-w-48"
          onChange={({ target }) =>
            void navigate({ to: "/plans", search: searchOf({ ...asked, owner: target.value }) })
          }
        >
          <option value="">{words("plans_any_owner")}</option>
          {owners.map((name) => (
            <option key={name} value={name} lang="">
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** What an address says of it: nothing of what asks for all. */
function searchOf({ show = "all", search = "", owner = "" }: PlanSearch): PlanSearch {
  return {
    ...(show !== "all" && { show }),
    ...(search !== "" && { search }),
    ...(owner !== "" && { owner }),
  };
}

/** Whose plans there are as far as this page has seen any, oneself first. */
function useOwners(chosen: string | undefined, plans: readonly PlanRow[]): readonly string[] {
  const you = useQuery(systemQuery(useClient())).data?.you.name;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const here = plans.flatMap(({ owner }) =>
    owner === null || seen.includes(owner) ? [] : [owner],
  );
  if (here.length > 0) setSeen([...new Set([...seen, ...here])]);
  const others = new Set([...seen, ...(chosen === undefined ? [] : [chosen])]);
  const isYours = you !== undefined && others.delete(you);
  return [...(isYours ? [you] : []), ...[...others].toSorted()];
}
