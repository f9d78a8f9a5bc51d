import { Link } from "@tanstack/react-router";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { RememberedApproval } from "../../contract/plan/plan.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { parsePointer } from "../../json/json-pointer.ts";
import { Button } from "../parts/button.tsx";
import { Fact } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { useClient } from "../session/api.ts";
import { useNow } from "../session/now.ts";
import { useCommand } from "../session/use-command.ts";
import { useMoment } from "../session/use-moment.ts";
import { useSpeech } from "../words/words.ts";
import { useMayDecide } from "./use-may-decide.ts";

/** Arguments by the names that lead to them. */
export function placeNames(pointers: readonly string[]): string {
  return pointers.map((pointer) => (parsePointer(pointer) ?? []).join(" › ")).join(", ");
}

/** What a plan lets through without asking, and the way to end that; nothing while it asks each time. */
export function RememberedApprovals({
  planId,
  remembered,
}: {
  readonly planId: string;
  readonly remembered: readonly RememberedApproval[];
}) {
  const { words } = useSpeech();
  const now = useNow();
  const moment = useMoment();
  const counting = remembered.filter(({ until }) => Date.parse(until) > now);
  if (counting.length === 0) return null;
  return (
    <details className="border-b border-line px-4 py-2 md:px-8">
      <summary className="lone cursor-pointer text-small text-soft">
        {words("remembered_title", { count: counting.length })}
      </summary>
      <ul className="divide-y divide-line">
        {counting.map(({ hold_id, title, tool_name, by, until, except }) => (
          <li key={hold_id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2">
                <code className="font-mono">{tool_name}</code>
                <Link
                  to="/inbox/$hold"
                  params={{ hold: hold_id }}
                  className="lone min-w-0 truncate hover:underline"
                  lang=""
                >
                  {title}
                </Link>
              </p>
              <p className="text-small text-soft">
                {words("remembered_until", { by, until: moment(until) })}
                {except.length > 0 && ` · ${words("remember_any", { names: placeNames(except) })}`}
              </p>
            </div>
            <Revoke hold={{ id: hold_id, plan_id: planId, title }} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Of a decided request: until when its approval is remembered, or what ended that. */
export function RememberedHere({ hold }: { readonly hold: Hold }) {
  const { words } = useSpeech();
  const now = useNow();
  const moment = useMoment();
  const { remembered } = hold;
  if (remembered === undefined) return null;
  const { except, revoked } = remembered;
  const until = moment(remembered.until);
  const isOver = Date.parse(remembered.until) <= now;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-soft">
      <span>
        {revoked === undefined
          ? words(isOver ? "remembered_over" : "remembered_was", { until })
          : words("remembered_revoked", { by: revoked.by })}
        {except.length > 0 && ` · ${words("remember_any", { names: placeNames(except) })}`}
      </span>
      {revoked === undefined && !isOver && <Revoke hold={hold} />}
    </div>
  );
}

/** Of a todo that nobody was asked about: whose remembered approval counted, and the way to its request. */
export function LetThrough({
  todo: { approved_under, approved_by },
}: {
  readonly todo: Pick<Todo, "approved_under" | "approved_by">;
}) {
  const { words } = useSpeech();
  if (approved_under === undefined) return null;
  return (
    <Fact name={words("let_through")}>
      <Link to="/inbox/$hold" params={{ hold: approved_under }} className="hover:underline">
        {words("let_through_by", { by: approved_by ?? "" })}
      </Link>
    </Fact>
  );
}

function Revoke({ hold }: { readonly hold: Pick<Hold, "id" | "plan_id" | "title"> }) {
  const { words } = useSpeech();
  const client = useClient();
  const mayDecide = useMayDecide();
  const { title } = hold;
  const revoke = useCommand(
    hold.plan_id,
    () => client.holds.revoke(hold.id),
    () => toast(words("sent_revoke", { title })),
  );
  if (mayDecide !== true) return null;
  return (
    <>
      <Button
        look="bare"
        aria-label={words("revoke_of", { title })}
        isDisabled={revoke.isPending}
        sends
        onPress={() => revoke.mutate(undefined)}
      >
        {words("revoke")}
      </Button>
      <ProblemNote error={revoke.error} />
    </>
  );
}
