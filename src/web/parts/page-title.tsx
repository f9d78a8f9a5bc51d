import { useEffect, useRef, type ReactNode } from "react";
import { arriveAt } from "../session/page/kept-focus.ts";

/** The title of a page; who comes to the page from another one has the focus there, and hears it. */
export function PageTitle({
  as: Title = "h1",
  isHere = true,
  children,
  ...look
}: {
  readonly as?: "h1" | "h2";
  /** Whether it is what the address leads to, and not what stands around that. */
  readonly isHere?: boolean;
  readonly id?: string;
  readonly lang?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isHere && title.current !== null) arriveAt(title.current);
  }, [isHere]);
  return (
    <Title ref={title} tabIndex={-1} data-here={isHere ? "" : undefined} {...look}>
      {children}
    </Title>
  );
}
