import { useQuery, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { PlanFilter } from "../../../client/shapes.ts";
import type { PlanList, PlanRow } from "../../../contract/list.ts";
import { plansQuery, useClient } from "../api.ts";
import { useFurther } from "./use-further.ts";
import { useKeptOrder } from "./use-kept-order.ts";

/** As many as a screen shows. */
const FIRST = 50;
const OLDER = "older-plans";

/**
 * Plans by a filter, the first of them read again whenever lists have changed. `more` brings further ones
 * while there are any; what becomes of those is told by `replaceInOlderPages`. None changes its place: what has
 * come since is counted by `newOnes` until `showNew` shows the list as it is. While another filter is read, what was
 * read by the last one stands for it.
 */
export function usePlans(filter: PlanFilter) {
  const client = useClient();
  const first = useQuery(plansQuery(client, { ...filter, limit: FIRST }));
  const { pages, more } = useFurther({
    queryKey: [OLDER, JSON.stringify(filter)],
    hasMore: first.data?.has_more === true && !first.isPlaceholderData,
    read: (page, signal) => client.plans.list({ ...filter, ...page }, { signal }),
    staleTime: Infinity,
  });
  const plans = useMemo(() => {
    const newest = first.data?.plans ?? [];
    if (pages.length === 0) return newest;
    const known = new Set(newest.map(({ id }) => id));
    const older = new Map(pages.flatMap((page) => page.plans).map((row) => [row.id, row]));
    return [...newest, ...[...older.values()].filter(({ id }) => !known.has(id))];
  }, [first.data, pages]);
  // What stands for it while a filter is read is another list.
  const name = JSON.stringify([filter, first.isPlaceholderData]);
  const kept = useKeptOrder(name, plans, ({ id }) => id);
  // What is shown and no longer among the first is among the further ones.
  const isPushedOut = pages.length === 0 && (kept.newOnes > 0 || kept.isAnyGone);
  useEffect(() => {
    if (isPushedOut) more?.();
  }, [isPushedOut, more]);
  const { error, refetch } = first;
  return {
    ...kept,
    list: first.data,
    isSearching: first.isPlaceholderData,
    more,
    error,
    retry: () => void refetch(),
  };
}

/** A row that has changed takes the place of what was read of it before. */
export function replaceInOlderPages(queries: QueryClient, row: PlanRow): void {
  queries.setQueriesData<InfiniteData<PlanList>>({ queryKey: [OLDER] }, (data) => {
    const isHere = data?.pages.some(({ plans }) => plans.some(({ id }) => id === row.id));
    if (data === undefined || isHere !== true) return data;
    const put = (known: PlanRow): PlanRow => (known.id === row.id ? row : known);
    return { ...data, pages: data.pages.map((page) => ({ ...page, plans: page.plans.map(put) })) };
  });
}
