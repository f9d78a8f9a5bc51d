import { Link, useParams } from "@tanstack/react-router";
import { ConnectionError } from "../../client/connection-error.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { PROBLEMS } from "../../contract/tables/problems.ts";
import { isWithin } from "../../json/json-pointer.ts";
import { planOf } from "../../plan/views/holds/plan-of.ts";
import { isOfCommand } from "../session/api.ts";
import { useSpeech, type Speech } from "../words/words.ts";
import { Button, buttonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { PageTitle } from "./page-title.tsx";
import { WithCode } from "./values/with-code.tsx";

/** Why something was refused or did not work, and what to do about it. */
export function ProblemNote({
  error,
  onRetry,
  isPage = false,
  nameOf,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** It stands in the place of a whole page. */
  readonly isPage?: boolean;
  /** What people know a place by that a refusal names; nothing for what has no name of its own. */
  readonly nameOf?: (pointer: string) => string | null | undefined;
}) {
  const { words, inOwnWords, language } = useSpeech();
  if (error === null || error === undefined) return null;
  const Title = isPage ? PageTitle : "p";
  const isNowhere = onRetry !== undefined && isMissing(error);
  const { title, detail, hint, places, requestId } = explain();
  return (
    <div role="alert" className="rounded-lg border border-bad/40 bg-bad-tint px-4 py-3 text-ink">
      <Title className="flex items-center gap-2 font-semibold text-bad">
        <Icon name="alert" />
        {title}
      </Title>
      {detail !== "" && detail !== title && (
        <p className="mt-1">
          <WithCode text={detail} />
        </p>
      )}
      {places.length > 1 && (
        <ul className="mt-1 list-disc pl-5">
          {places.map(({ pointer, text }) => (
            <li key={pointer + text}>
              {nameOf?.(pointer) ?? <code className="font-mono text-small">{pointer}</code>}{" "}
              <WithCode text={text} />
            </li>
          ))}
        </ul>
      )}
      {hint !== "" && (
        <p className="mt-1 text-soft">
          <WithCode text={hint} />
        </p>
      )}
      {requestId !== undefined && (
        <p className="mt-1 text-small text-soft">{words("request_id", { id: requestId })}</p>
      )}
      {onRetry !== undefined && (
        <div className="mt-2">
          {isNowhere ? (
            <WayOn error={error} />
          ) : (
            <Button icon="again" onPress={onRetry}>
              {words("try_again")}
            </Button>
          )}
        </div>
      )}
    </div>
  );

  /** What is wrong, with its name before it, where it is one thing and has a name. */
  function named([place, ...others]: readonly { pointer: string; text: string }[]) {
    const name = place && others.length === 0 ? nameOf?.(place.pointer) : undefined;
    return name == null ? undefined : `${name}: ${place?.text}`;
  }

  function explain() {
    if (error instanceof ProblemError) {
      const { problem } = error;
      if (isNowhere && isUnfit(error)) {
        return { title: words("no_page"), detail: words("no_page_detail"), hint: "", places: [] };
      }
      const places = (problem.errors ?? []).map((place) => ({
        pointer: place.pointer,
        text: inOwnWords(place, "detail"),
      }));
      return {
        // A newer server than this page has problems that it does not know.
        title: Object.hasOwn(PROBLEMS, problem.code)
          ? PROBLEMS[problem.code].title[language]
          : words("went_wrong"),
        detail: named(places) ?? inOwnWords(problem, "detail"),
        // It names addresses of the API.
        hint: isMissing(error) ? "" : inOwnWords(problem, "hint"),
        places,
        requestId: (problem as { request_id?: string }).request_id,
      };
    }
    if (error instanceof ConnectionError) {
      return {
        title: words(noAnswer(error)),
        detail: words(
          noAnswer(error) === "unreachable" && isOfCommand(error)
            ? "not_sent"
            : `${noAnswer(error)}_detail`,
        ),
        hint: "",
        places: [],
      };
    }
    if (isPartMissing(error)) {
      return { title: words("no_part"), detail: words("no_part_detail"), hint: "", places: [] };
    }
    const detail = error instanceof Error ? error.message : String(error);
    return { title: words("went_wrong"), detail, hint: "", places: [] };
  }
}

/** Whether a part of the screen was not there when it was wanted, as Chromium, Firefox and Safari tell it. */
export function isPartMissing(error: unknown): boolean {
  const told = error instanceof Error ? error.message : "";
  return /dynamically imported module|module script failed/i.test(told);
}

/** Whether there is nothing by the address that a person came to, so that asking again would not help. */
export function isMissing(error: unknown): error is ProblemError {
  if (!(error instanceof ProblemError)) return false;
  return error.problem.code.endsWith("_not_found") || isUnfit(error);
}

/** Whether the address holds an id that nothing can have. */
function isUnfit({ problem: { errors = [] } }: ProblemError): boolean {
  return errors.length > 0 && errors.every(({ pointer }) => pointer.startsWith("/param/"));
}

/** To the plan that is there all the same, or to the inbox. */
function WayOn({ error }: { readonly error: ProblemError }) {
  const { words } = useSpeech();
  const { plan = "", hold = "" } = useParams({ strict: false });
  const isOfPlan = /^(?:todo|hold|version)_/.test(error.problem.code);
  return isOfPlan ? (
    <Link to="/plans/$plan" params={{ plan: plan || planOf(hold) }} className={buttonLook()}>
      {words("notice_plan")}
    </Link>
  ) : (
    <Link to="/inbox" className={buttonLook()}>
      {words("inbox")}
    </Link>
  );
}

/** What stands in the place of an answer: something that is no API is no server to the person either. */
function noAnswer({ reason }: ConnectionError): "timed_out" | "unreachable" {
  return reason === "timed_out" ? reason : "unreachable";
}

/** In a sentence why something was refused or did not work. */
export function whyNot(error: unknown, { words, inOwnWords }: Speech): string {
  if (error instanceof ProblemError) return inOwnWords(error.problem, "detail");
  if (error instanceof ConnectionError) return words(noAnswer(error));
  return error instanceof Error ? error.message : String(error);
}

/** What a refusal says of a field, by its place in what was sent; undefined when it says nothing of it. */
export function mistakeAt(
  error: unknown,
  pointer: string,
  { inOwnWords }: Pick<Speech, "inOwnWords">,
): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const place = error.problem.errors?.find((one) => isWithin(one.pointer, pointer));
  return place && inOwnWords(place, "detail");
}
