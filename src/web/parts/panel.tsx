import { useId, type ReactNode } from "react";
import { useSpeech } from "../words/words.ts";
import { PageTitle } from "./page-title.tsx";
import { WithCode } from "./values/with-code.tsx";

/** A part of a page with its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line py-4 first:border-t-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-small font-semibold text-faint">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Names and what they are, the names in a column where there is room. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-2">
      {children}
    </dl>
  );
}

export function Fact({
  name,
  children,
}: {
  readonly name: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="mb-1.5 min-w-0 sm:mb-0">{children}</dd>
    </>
  );
}

/** Nothing is here, and what to do about it. */
export function Empty({
  title,
  detail,
  isPage = false,
  children,
}: {
  readonly title: string;
  /** It is all that the page says, and so its heading. */
  readonly isPage?: boolean;
  readonly detail?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-16 text-center">
      {isPage ? (
        <PageTitle className="text-head font-semibold">{title}</PageTitle>
      ) : (
        <p className="text-head font-semibold">{title}</p>
      )}
      {detail !== undefined && (
        <p className="max-w-md text-soft">
          <WithCode text={detail} />
        </p>
      )}
      {children !== undefined && (
        <div className="mt-3 flex max-w-full min-w-0 flex-wrap justify-center gap-2">
          {children}
        </div>
      )}
    </div>
  );
}

/** Something is being read: grey lines where it will stand. */
export function Skeleton({
  lines,
  label,
}: {
  readonly lines: number;
  /** What is being done; it is read when nothing is said. */
  readonly label?: string;
}) {
  const { words } = useSpeech();
  return (
    <div
      role="status"
      aria-label={label ?? words("loading")}
      className="flex animate-pulse flex-col gap-3 p-4"
    >
      {Array.from({ length: lines }, (_, place) => (
        <div
          key={place}
          className={`h-4 rounded bg-raised ${place % 3 === 2 ? "w-1/2" : "w-full"}`}
        />
      ))}
    </div>
  );
}
