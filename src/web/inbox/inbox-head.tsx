import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Check } from "../parts/forms/field.tsx";
import { SearchField } from "../parts/forms/search-field.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { NewRows } from "../parts/scrolling/new-rows.tsx";
import { useSpeech } from "../words/words.ts";
import type { useWholeInbox } from "./inbox-rows.ts";

const route = getRouteApi("/inbox");

/** How much waits, and what of it is shown. @param isHere whether the page is the inbox, and nothing that it opens. */
export function InboxHead({
  inbox,
  search,
  onSearch,
  isHere,
}: {
  readonly inbox: ReturnType<typeof useWholeInbox>;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly isHere: boolean;
}) {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const asked = route.useSearch();
  const { newOnes, showNew, known, kinds, count, isLoading } = inbox;
  return (
    <div className="shrink-0 border-b border-line bg-page px-4 pt-4 pb-2">
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <PageTitle isHere={isHere} className="mr-auto text-head font-semibold">
          {words("inbox")}
        </PageTitle>
        <NewRows count={newOnes} onShow={showNew} />
        {!isLoading && (
          <p role="status" className="text-small text-faint">
            {words("inbox_count", { count })}
          </p>
        )}
        <Check
          isOn={asked.for === "me"}
          className="min-h-6 gap-1.5 text-small text-soft"
          onChange={(isOn) =>
            void navigate({ to: ".", search: { ...asked, for: isOn ? "me" : undefined } })
          }
        >
          {words("inbox_mine")}
        </Check>
      </div>
      <nav aria-label={words("filter")} className="-mx-1 flex flex-wrap gap-1">
        {[undefined, ...kinds].map((one) => (
          <Link
            key={one ?? "all"}
            to="/inbox"
            search={one === undefined ? {} : { kind: one }}
            activeOptions={{ exact: true }}
            data-chosen={one === asked.kind ? "" : undefined}
            aria-current={one === asked.kind ? "true" : undefined}
            className="chip"
          >
            {one === undefined ? words("all") : words(`kind_${one}`)}
          </Link>
        ))}
      </nav>
      {(known.length > 0 || search !== "") && (
        <SearchField
          label={words("inbox_search")}
          value={search}
          className="mt-2"
          onChange={onSearch}
        />
      )}
    </div>
  );
}
