import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PlanFilter } from "../../client/shapes.ts";
import type { PlanList, PlanRow } from "../../contract/list.ts";
import { plansQuery, useClient } from "./api.ts";

/** As many as a screen shows, and as many as the API gives at once. */
const FIRST = 50;
const PAGE = 200;
const OLDER = "older-plans";

/**
 * Plans by a filter, the first of them read again whenever lists have changed. `more` brings further ones
 * while there are any; what becomes of those is told by `putInOlder`.
 */
export function usePlans(filter: PlanFilter) {
  const client = useClient();
  const [end, setEnd] = useState("");
  const name = JSON.stringify(filter);
  const first = useQuery(plansQuery(client, { ...filter, limit: FIRST }));
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [OLDER, name],
    queryFn: ({ pageParam, signal }) =>
      client.plans.list(
        { ...filter, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: Infinity,
    gcTime: 0,
    enabled: end === name,
  });
  const plans = useMemo(() => {
    const newest = first.data?.plans ?? [];
    if (data === undefined) return newest;
    const known = new Set(newest.map(({ id }) => id));
    const older = new Map(data.pages.flatMap((page) => page.plans).map((row) => [row.id, row]));
    return [...newest, ...[...older.values()].filter(({ id }) => !known.has(id))];
  }, [first.data, data]);
  const hasMore = first.data?.has_more === true;
  const more = useMemo(() => {
    if (!hasMore || first.isPlaceholderData) return undefined;
    if (data === undefined) return () => setEnd(name);
    if (!hasNextPage) return undefined;
    return () => void (isFetching || fetchNextPage({ cancelRefetch: false }));
  }, [hasMore, first.isPlaceholderData, data, hasNextPage, isFetching, fetchNextPage, name]);
  const { error, refetch } = first;
  return { list: first.data, plans, more, error, retry: () => void refetch() };
}

/** A row that has changed takes the place of what was read of it before. */
export function putInOlder(queries: QueryClient, row: PlanRow): void {
  queries.setQueriesData<InfiniteData<PlanList>>({ queryKey: [OLDER] }, (data) => {
    const isHere = data?.pages.some(({ plans }) => plans.some(({ id }) => id === row.id));
    if (data === undefined || isHere !== true) return data;
    const put = (known: PlanRow): PlanRow => (known.id === row.id ? row : known);
    return { ...data, pages: data.pages.map((page) => ({ ...page, plans: page.plans.map(put) })) };
  });
}
