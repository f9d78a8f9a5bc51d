import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../parts/icon.tsx";
import { PageTitle } from "../parts/page-title.tsx";

/** The head of a page about one side of a plan: the way back to it, what the page is, and what can be done there. */
export function PlanPageHead({
  plan,
  heading,
  children,
}: {
  readonly plan: { readonly id: string; readonly title: string };
  readonly heading: string;
  readonly children: ReactNode;
}) {
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <Link
          to="/plans/$plan"
          params={{ plan: plan.id }}
          className="lone inline-flex items-center gap-1 text-soft hover:text-ink hover:underline"
        >
          <Icon name="left" size={14} />
          <span lang="">{plan.title}</span>
        </Link>
        <PageTitle className="text-title font-semibold">{heading}</PageTitle>
      </div>
      {children}
    </header>
  );
}
