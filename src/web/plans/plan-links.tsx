import { Link } from "@tanstack/react-router";
import { TemporalLink } from "../parts/temporal-link.tsx";
import { useSpeech } from "../words/words.ts";

const LOOK =
  "flex min-h-9 pointer-coarse:min-h-11 items-center border-b-2 border-transparent font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink";

/** Where else one can look at a plan, and talk to it. */
export function PlanLinks({ planId }: { readonly planId: string }) {
  const { words } = useSpeech();
  const params = { plan: planId };
  return (
    <nav aria-label={words("plan_links")} className="flex flex-wrap gap-x-4 sm:gap-x-5">
      <Link
        to="/plans/$plan"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
        className={LOOK}
      >
        {words("board")}
      </Link>
      <Link to="/plans/$plan/chat" params={params} className={LOOK}>
        {words("talk")}
      </Link>
      <Link to="/plans/$plan/versions" params={params} className={LOOK}>
        {words("versions")}
      </Link>
      <Link to="/plans/$plan/activity" params={params} className={LOOK}>
        {words("activity")}
      </Link>
      <TemporalLink planId={planId} />
    </nav>
  );
}
