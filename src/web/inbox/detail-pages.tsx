import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { WorkView } from "../deciding/bodies/work-view.tsx";
import { HoldView } from "../deciding/hold/hold-view.tsx";
import { buttonLook } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { useShortcut } from "../session/keys/shortcuts.ts";
import { useSpeech } from "../words/words.ts";
import { linkOf } from "./inbox-row.tsx";
import { useWholeInbox } from "./inbox-rows.ts";
import { NoticeView } from "./notice-view.tsx";

const inboxRoute = getRouteApi("/inbox");
const holdRoute = getRouteApi("/inbox/$hold");
const loneHoldRoute = getRouteApi("/h/$hold");
const noticeRoute = getRouteApi("/inbox/failed/$failed");
const workRoute = getRouteApi("/inbox/work/$plan/$todo");

export function HoldPage() {
  const { hold } = holdRoute.useParams();
  return (
    <>
      <BackToInbox />
      <HoldView key={hold} holdId={hold} after={<NextOne />} />
    </>
  );
}

/** One request for who came by a link to it: nothing else stands beside it. */
export function LoneHoldPage() {
  const { hold } = loneHoldRoute.useParams();
  return (
    <div className="min-h-0 flex-1 bg-panel lg:overflow-y-auto">
      <HoldView key={hold} holdId={hold} />
    </div>
  );
}

export function WorkPage() {
  const { plan, todo } = workRoute.useParams();
  return (
    <>
      <BackToInbox />
      <WorkView key={`${plan}/${todo}`} planId={plan} todoId={todo} after={<NextOne />} />
    </>
  );
}

export function NoticePage() {
  const { failed } = noticeRoute.useParams();
  return (
    <>
      <BackToInbox />
      <NoticeView key={failed} planId={failed} after={<NextOne />} />
    </>
  );
}

function BackToInbox() {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const search = inboxRoute.useSearch();
  useShortcut("shortcut_escape", ["Escape"], () => void navigate({ to: "/inbox", search }));
  return (
    <Link
      to="/inbox"
      search={search}
      className="flex min-h-11 items-center gap-1 border-b border-line px-3 font-medium text-soft lg:hidden"
    >
      <Icon name="left" />
      {words("inbox")}
    </Link>
  );
}

/** The most urgent of what is left of the list that the person goes through. */
function NextOne() {
  const { words } = useSpeech();
  const asked = inboxRoute.useSearch();
  const next = useWholeInbox(asked, "").shown.find(({ decidedBy }) => decidedBy === null);
  if (next === undefined) return null;
  return (
    <div className="max-w-full min-w-0">
      <Link {...linkOf(next, asked.kind)} className={`${buttonLook("plain")} max-w-full`}>
        {words("next_one")}: <span className="truncate">{next.asks}</span>
        <Icon name="right" />
      </Link>
    </div>
  );
}
