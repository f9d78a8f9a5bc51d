import { useMutation } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import type { EditOp, EditPreview, PlanVersion, TodoChanges } from "../../../contract/plan/edit.ts";
import type { Receipt } from "../../../contract/plan/plan.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { whyNot } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { withCode } from "../../parts/values/with-code.tsx";
import { useClient } from "../../session/api.ts";
import { useCommand } from "../../session/use-command.ts";
import { useSpeech } from "../../words/words.ts";
import { ConfirmEdit, MergeEdit, RefusedEdit } from "./edit-questions.tsx";

/** A change that somebody wants, in operations, and in a few words. */
type Wish = About & (Edit | Again);
interface Edit {
  readonly ops: readonly EditOp[];
}
/** A todo that failed, or is done, is changed and runs again, in one step. */
interface Again {
  readonly again: "retry" | "rerun";
  readonly todo: string;
  readonly changes: TodoChanges;
}
interface About {
  readonly what: string;
  /** The version that the person looked at. */
  readonly base: number;
  /** Whether the form that it comes from tells itself why it was refused. */
  readonly tells?: ((error: unknown) => boolean) | undefined;
  /** Called once it is in the plan. */
  readonly onDone?: (() => void) | undefined;
}

type Asking =
  | { readonly step: "confirm"; readonly wish: Wish; readonly preview: EditPreview }
  | {
      readonly step: "merge";
      readonly wish: Wish;
      readonly others: readonly PlanVersion[];
      /** What the wish would change by now; null when it no longer can. */
      readonly preview: EditPreview | null;
    }
  | { readonly step: "refused"; readonly error: unknown };

/**
 * Wants a change of the plan; without a `base`, it is meant for the plan as it is shown. Resolves once it is
 * made and shown, refused or asked about.
 */
export type Propose = (
  wish: Omit<About, "base"> & { readonly base?: number } & (Edit | Again),
) => Promise<void>;

const EditingContext = createContext<Propose>(() => Promise.resolve());

/** Changes the plan that is looked at. */
export function usePropose(): Propose {
  return useContext(EditingContext);
}

/**
 * Edits of one plan by hand. What a change would start, stop or ask anew is shown before it is made;
 * what does nothing of that is made at once. Either can be undone. What others have changed since the
 * person looked is shown beside what the person wants.
 */
export function Editing({
  board,
  children,
}: {
  readonly board: Board;
  readonly children: ReactNode;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [last, setLast] = useState<{ readonly seq: number; readonly what: string } | null>(null);
  const { id: planId, version } = board.plan;
  /** The versions that were made here: they may not be shown yet, and are no changes by others. */
  const own = useRef(new Set<number>());
  /** Takes away the offer to undo what is not the newest change any more. */
  const closeOffer = useRef((): void => undefined);
  const close = (): void => setAsking(null);

  // It is a step of a command: where it does not arrive, nobody sends it again.
  const { mutateAsync: preview } = useMutation({
    mutationFn: (wish: Wish) => {
      const only = { validateOnly: true } as const;
      return "again" in wish
        ? client.todos[wish.again](planId, wish.todo, againWith(wish), {
            ...only,
            version: wish.base,
          })
        : client.plans.edit(planId, { ops: [...wish.ops], base_version: wish.base }, only);
    },
  });

  /** Shows what others did, when that is what is in the way. */
  async function refuse(error: unknown, wish: Wish): Promise<void> {
    const problem = error instanceof ProblemError ? error.problem : undefined;
    const { changes_since: others = [], current_version: current } = problem ?? {};
    if (problem?.code !== "stale_plan_version" || current === undefined) {
      if (wish.tells?.(error) === true) close();
      else setAsking({ step: "refused", error });
      return;
    }
    const now = { ...wish, base: current };
    const possible = await preview(now).catch(() => null);
    setAsking({ step: "merge", wish: now, others, preview: possible });
  }

  const apply = useCommand(
    planId,
    (wish: Wish) =>
      "again" in wish
        ? client.todos[wish.again](planId, wish.todo, againWith(wish), { version: wish.base })
        : client.plans.edit(planId, { ops: [...wish.ops], base_version: wish.base }),
    (receipt, wish) => {
      note(receipt as Receipt);
      closeOffer.current();
      // A question about another change stays.
      setAsking((asked) =>
        asked !== null && "wish" in asked && asked.wish === wish ? null : asked,
      );
      wish.onDone?.();
      // Its run is under way: there is nothing to undo but what it was given.
      if ("again" in wish) return toast(words(`sent_${wish.again}`, { title: wish.what }));
      const done = { seq: (receipt as Receipt).seq, what: wish.what };
      setLast(done);
      closeOffer.current = toast(words("edit_done", { what: wish.what }), {
        name: words("undo"),
        run: () => takeBack(done),
      });
    },
  );
  const undo = useCommand(
    planId,
    async ({ seq }: { readonly seq: number; readonly what: string }) => {
      const newest = (await client.plans.versions(planId)).versions.at(-1);
      // Only what was done here is undone here.
      if (newest?.seq !== seq) throw new Error(words("edit_others_since"));
      note(await client.plans.undo(planId, {}, { version: newest.version }));
    },
    (_, { what }) => {
      setLast(null);
      closeOffer.current();
      toast(words("edit_undone", { what }));
    },
  );

  async function propose(asked: Parameters<Propose>[0]): Promise<void> {
    let base = asked.base ?? version;
    while (own.current.has(base + 1)) base += 1;
    const wish = { ...asked, base };
    try {
      const told = await preview(wish);
      if (isHarmless(wish, told)) await send(wish);
      else setAsking({ step: "confirm", wish, preview: told });
    } catch (error) {
      await refuse(error, wish);
    }
  }
  async function send(wish: Wish): Promise<void> {
    try {
      await apply.mutateAsync(wish);
    } catch (error) {
      await refuse(error, wish);
    }
  }
  function note({ version: made }: Receipt): void {
    if (made !== undefined) own.current.add(made);
  }
  function takeBack(done: NonNullable<typeof last>): void {
    // The toast that offers it outlives the page, and so does what is told of it.
    undo
      .mutateAsync(done)
      .catch((error: unknown) =>
        toast(withCode(words("undo_failed", { why: whyNot(error, speech) }))),
      );
  }

  useEffect(() => {
    if (last === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === "KeyZ";
      const { target } = event;
      const writes =
        target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
      if (!isUndo || writes) return;
      event.preventDefault();
      takeBack(last);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  return (
    <EditingContext value={propose}>
      {children}
      {asking?.step === "confirm" && (
        <ConfirmEdit
          board={board}
          preview={asking.preview}
          again={"again" in asking.wish ? asking.wish.again : undefined}
          isBusy={apply.isPending}
          onApply={() => void send(asking.wish)}
          onClose={close}
        />
      )}
      {asking?.step === "merge" && (
        <MergeEdit
          board={board}
          others={asking.others}
          preview={asking.preview}
          isBusy={apply.isPending}
          onApply={() => void send(asking.wish)}
          onClose={close}
        />
      )}
      {asking?.step === "refused" && <RefusedEdit error={asking.error} onClose={close} />}
    </EditingContext>
  );
}

/** Whether a change starts, stops, asks and ends nothing, and loses nothing. */
function isHarmless(wish: Wish, { impact }: EditPreview): boolean {
  if ("again" in wish) return false;
  const { ends_plan, ...lists } = impact;
  const touched: (readonly unknown[])[] = Object.values(lists);
  const removes = wish.ops.some(({ edit_type }) => edit_type === "remove_todo");
  return !removes && !ends_plan && touched.every(({ length }) => length === 0);
}

const againWith = ({ changes }: Again): { changes: TodoChanges } => ({ changes });
