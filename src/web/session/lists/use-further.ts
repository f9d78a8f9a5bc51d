import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

/** As many rows as the API gives at once. */
const PAGE = 200;

interface ListToRead<List> {
  /** The name under which the pages are kept; it holds the list's filter. */
  readonly queryKey: readonly unknown[];
  /** Whether the list goes on beyond what was read of it first. */
  readonly hasMore: boolean;
  /** Reads the page behind a cursor, from the list's beginning without one. */
  readonly read: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<List>;
  /** How long a page counts as fresh: as long as any other answer unless this says so. */
  readonly staleTime?: number;
}

/** What was read of a list page by page, and what reads on. */
export interface Further<List = unknown> {
  readonly pages: readonly List[];
  readonly more: (() => void) | undefined;
}

/**
 * The pages of a list that somebody scrolls through. None is read before `more` is called the first time,
 * and each call brings one while there are any: then there is no `more`.
 */
export function useFurther<List extends { readonly next_cursor: string | null }>({
  queryKey,
  hasMore,
  read,
  ...options
}: ListToRead<List>): Further<List> {
  const name = JSON.stringify(queryKey);
  const [end, setEnd] = useState("");
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
    ...options,
    enabled: end === name,
  });
  const more = useMemo(() => {
    if (!hasMore) return undefined;
    if (data === undefined) return () => setEnd(name);
    if (!hasNextPage) return undefined;
    return () => void (isFetching || fetchNextPage({ cancelRefetch: false }));
  }, [hasMore, data, hasNextPage, isFetching, fetchNextPage, name]);
  return { pages: data?.pages ?? NONE, more };
}

const NONE: readonly never[] = [];
