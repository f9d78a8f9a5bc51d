import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../parts/button.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { useSpeech } from "../words/words.ts";

/** Asks whether something is to be deleted, under what is lost with it. */
export function DeleteQuestion({
  title,
  onDelete,
  listKey,
  onDone,
  isPossible = true,
  children,
}: {
  /** What the person knows it by. */
  readonly title: string;
  readonly onDelete: () => Promise<unknown>;
  /** The list that it stood in. */
  readonly listKey: QueryKey;
  readonly onDone: () => void;
  readonly isPossible?: boolean;
  readonly children: ReactNode;
}) {
  const { words } = useSpeech();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess() {
      toast(words("template_deleted", { title }));
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
  return (
    <div className="flex flex-col gap-4">
      {children}
      <ProblemNote error={remove.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="bare" autoFocus onPress={onDone}>
          {words("cancel")}
        </Button>
        {isPossible && (
          <Button look="bad" isDisabled={remove.isPending} sends onPress={() => remove.mutate()}>
            {words("template_delete")}
          </Button>
        )}
      </div>
    </div>
  );
}
