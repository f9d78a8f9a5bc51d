import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useSpeech } from "../words/words.ts";

const route = getRouteApi("/plans/$plan");

/** Whether the chain that takes longest is drawn; the address says so. */
export function useCriticalPathShown(): boolean {
  return route.useSearch({ select: ({ path }) => path === "on" });
}

/** Has the chain that takes longest drawn, or not; with the sign by which it is known. */
export function CriticalPathToggle({ sign }: { readonly sign: "border-ink" | "border-accent" }) {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const isShown = useCriticalPathShown();
  return (
    <label className="flex min-h-6 items-center gap-1.5 text-small text-soft">
      <input
        type="checkbox"
        checked={isShown}
        className="size-4 accent-accent"
        onChange={({ target }) =>
          void navigate({
            to: ".",
            search: (before) => ({ ...before, path: target.checked ? ("on" as const) : undefined }),
            replace: true,
          })
        }
      />
      <span aria-hidden="true" className={`w-5 border-b-2 ${sign}`} />
      {words("graph_critical")}
    </label>
  );
}
