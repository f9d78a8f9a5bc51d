import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Check } from "../parts/forms/field.tsx";
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
    <Check
      isOn={isShown}
      className="min-h-6 gap-1.5 text-small text-soft"
      onChange={(isOn) =>
        void navigate({
          to: ".",
          search: (before) => ({ ...before, path: isOn ? ("on" as const) : undefined }),
          replace: true,
        })
      }
    >
      <span aria-hidden="true" className={`w-5 border-b-2 ${sign}`} />
      {words("critical_path")}
    </Check>
  );
}
