import type { ReactNode } from "react";
import { PageTitle } from "../parts/page-title.tsx";
import { useTitle } from "../session/page/use-title.ts";

/** A page that is read from top to bottom. */
export function Page({
  title,
  back,
  isOnlyRead = false,
  children,
}: {
  readonly title: string;
  /** The way to the page above it. */
  readonly back?: ReactNode;
  /** Nothing on it takes the focus, so it does itself, to be scrolled by keys. */
  readonly isOnlyRead?: boolean;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto bg-panel -outline-offset-2"
      {...(isOnlyRead && { role: "region", "aria-label": title, tabIndex: 0 })}
    >
      <div className="mx-auto max-w-4xl px-4 py-5 md:px-8">
        {back}
        <PageTitle className="mb-4 text-title font-semibold">{title}</PageTitle>
        {children}
      </div>
    </div>
  );
}
