import type { UseMutationResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { ProblemNote } from "../problem.tsx";
import { Ending } from "./ending.tsx";

/** What something does, read before it is done, with the buttons that do it and leave it, and why it did not work. */
export function Confirm({
  act,
  name,
  children,
  ...ending
}: ComponentProps<typeof Ending> & {
  readonly act: UseMutationResult<unknown, Error, void>;
  /** Of the button that does it. */
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-4">
      {children}
      <ProblemNote error={act.error} />
      <Ending look="bad" isDisabled={act.isPending} onPress={() => act.mutate()} {...ending}>
        {name}
      </Ending>
    </div>
  );
}
