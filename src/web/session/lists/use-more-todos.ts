import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { compareByRank } from "../../../plan/model/order/plan-order.ts";
import { useClient } from "../api.ts";

/** As many as the API gives at once. */
const PAGE = 200;

interface Wanted {
  /** A text in the title or id; none when empty. */
  readonly search: string;
  /** Statuses with commas between; any when empty. */
  readonly statuses: string;
}

/**
 * The todos of a board and, of a plan too large for one, those that somebody looks for or scrolls to, as
 * the server finds them: `more` brings further ones while there are any, and `total` says how many match,
 * once it is known. What changes joins the board by itself, so that only an edit has the server asked anew.
 */
export function useMoreTodos(
  { plan, todos }: Board,
  { search, statuses }: Wanted,
): {
  readonly todos: BoardTodo[];
  readonly total: number | null;
  readonly more: (() => void) | undefined;
} {
  const client = useClient();
  const [isAtEnd, setAtEnd] = useState(false);
  const filter = {
    ...(search !== "" && { search }),
    ...(statuses !== "" && { status: statuses }),
  };
  const isPart = todos.length < plan.todo_count;
  const isAsked = search !== "" || statuses !== "";
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = useInfiniteQuery({
    queryKey: ["todos", plan.id, plan.version, filter],
    queryFn: ({ pageParam, signal }) =>
      client.todos.list(
        plan.id,
        { ...filter, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // What was found before stays until this is; the whole plan has no rows of a search between others.
    placeholderData: (before) => (isAsked ? before : undefined),
    staleTime: Infinity,
    gcTime: 0,
    enabled: isPart && (isAsked || isAtEnd),
  });
  const all = useMemo(() => {
    if (data === undefined) return todos;
    const known = new Set(todos.map(({ id }) => id));
    const others = data.pages.flatMap((page) => page.todos).filter(({ id }) => !known.has(id));
    return [...todos, ...others].toSorted(compareByRank);
  }, [data, todos]);
  const pages = data?.pages.length ?? 0;
  const more = useMemo(() => {
    if (!isPart) return undefined;
    if (pages === 0 || isPlaceholderData) return () => void (isAsked || setAtEnd(true));
    if (!hasNextPage) return undefined;
    return () => void (isFetching || fetchNextPage({ cancelRefetch: false }));
  }, [isPart, isAsked, isPlaceholderData, pages, hasNextPage, isFetching, fetchNextPage]);
  const matching = isPlaceholderData ? undefined : data?.pages[0]?.total;
  return { todos: all, total: isAsked ? (matching ?? null) : plan.todo_count, more };
}
