import { lazy, Suspense, useMemo } from "react";
import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { valueAt } from "../../../json/json-pointer.ts";
import { useClient } from "../../session/api.ts";
import { Skeleton } from "../panel.tsx";
import { KeptPlacesContext, type KeptPlaces } from "./kept-places.ts";

const ValueView = lazy(async () => ({ default: (await import("./value-view.tsx")).ValueView }));

/** What a todo gave, as a person reads it best. Anybody may have made it: it is text, or pixels, and nothing else. */
export function ReadableResult({ todo }: { readonly todo: TodoDetail }) {
  const client = useClient();
  const { plan_id, id, run, result_data, result_references } = todo;
  const kept = useMemo<KeptPlaces>(() => {
    const places = new Map(
      result_references.map((pointer) => [valueAt(result_data, pointer), pointer]),
    );
    return {
      todo: { plan_id, id, run },
      pointerOf: (part) => places.get(part),
      read: (pointer) => client.todos.result(plan_id, id, { pointer }),
    };
  }, [client, plan_id, id, run, result_data, result_references]);
  if (result_data === null) return null;
  return (
    <KeptPlacesContext value={kept}>
      <Suspense fallback={<Skeleton lines={3} />}>
        <ValueView key={run} value={result_data} />
      </Suspense>
    </KeptPlacesContext>
  );
}
