import { useQuery } from "@tanstack/react-query";
import type { SystemCheck } from "../../contract/service/checks.ts";
import { Button } from "../parts/button.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Section, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { WithCode } from "../parts/values/with-code.tsx";
import { useClient } from "../session/api.ts";
import { useMay } from "../session/use-may.ts";
import { OPERATING } from "../words/catalogs/operating.ts";
import { useSpeechWith } from "../words/words.ts";
import { checksQuery } from "./queries.ts";

const LOOKS = {
  ok: { icon: "check", look: "text-good" },
  warn: { icon: "alert", look: "text-wait" },
  fail: { icon: "cross", look: "text-bad" },
} as const satisfies Record<SystemCheck["status"], { icon: IconName; look: string }>;

/** What plans need of the machine and its parts, and what mends what is amiss. */
export function Checks() {
  const { words } = useSpeechWith(OPERATING);
  const may = useMay("operator");
  if (may === undefined) return null;
  if (may) return <CheckList />;
  return (
    <Section title={words("checks")}>
      <p className="text-soft">
        <WithCode text={words("checks_role")} />
      </p>
    </Section>
  );
}

function CheckList() {
  const { words, language } = useSpeechWith(OPERATING);
  const query = useQuery(checksQuery(useClient(), language));
  const { data, error, isFetching, refetch } = query;
  const again = (
    <Button
      icon="again"
      action={words("checks_again")}
      isPending={isFetching}
      onPress={() => void refetch()}
    >
      {words(isFetching ? "checks_running" : "checks_again")}
    </Button>
  );
  const failed = data?.checks.filter(({ status }) => status === "fail").length ?? 0;
  return (
    <Section title={words("checks")} aside={again}>
      <ProblemNote error={error} />
      {data === undefined ? (
        error === null && <Skeleton lines={6} label={words("checks_running")} />
      ) : (
        <>
          <p role="status" className={`mb-3 ${failed > 0 ? "text-bad" : "text-good"}`}>
            {failed > 0 ? words("checks_bad", { count: failed }) : words("checks_fine")}
          </p>
          <ul
            aria-label={words("checks")}
            className="divide-y divide-line rounded-lg border border-line"
          >
            {data.checks.map((check) => (
              <Check key={check.code} {...check} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Check({ code, status, detail, fix }: SystemCheck) {
  const { words } = useSpeechWith(OPERATING);
  const { icon, look } = LOOKS[status];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2.5">
      <span className={`flex w-20 items-center gap-2 font-medium ${look}`}>
        <Icon name={icon} />
        {words(`check_${status}`)}
      </span>
      <h3 className="w-40 font-medium">{words(`check_${code}`)}</h3>
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words whitespace-pre-line text-soft">{detail}</p>
        {fix !== null && (
          <>
            <p className="mt-1 text-small text-soft">{words("checks_fix")}</p>
            <pre className="code">{fix}</pre>
          </>
        )}
      </div>
    </li>
  );
}
