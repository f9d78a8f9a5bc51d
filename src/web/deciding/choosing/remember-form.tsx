import { useState } from "react";
import type { DecisionInput, Hold } from "../../../contract/plan/holds/hold.ts";
import { valueAt } from "../../../json/json-pointer.ts";
import { objectPlaces } from "../../../json/object-places.ts";
import { Ending } from "../../parts/forms/ending.tsx";
import { Checkboxes, Radios } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { nowMs, useNow } from "../../session/now.ts";
import { useMoment } from "../../session/use-moment.ts";
import { useSpeech } from "../../words/words.ts";
import { placeNames } from "../remembered.tsx";

const HOUR_MS = 3_600_000;
const TIMES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
const TIME_NAMES = Object.keys(TIMES) as (keyof typeof TIMES)[];
/** Of an argument, beside its name. */
const MOST_SIGNS = 60;

/** For how long an approval is remembered and what may differ, said in words before it is given. */
export function RememberForm({
  hold,
  isSending,
  onSend,
  onLeave,
}: {
  readonly hold: Hold;
  readonly isSending: boolean;
  readonly onSend: (decision: DecisionInput) => void;
  readonly onLeave: () => void;
}) {
  const { words } = useSpeech();
  const now = useNow();
  const moment = useMoment();
  const [time, setTime] = useState<keyof typeof TIMES>("hour");
  const [except, setExcept] = useState<readonly string[]>([]);
  const { args, digest, tool_name } = hold;
  const places = objectPlaces(args ?? {});
  const until = moment(now + TIMES[time]);
  const send = (): void => {
    const end = new Date(nowMs() + TIMES[time]).toISOString();
    onSend({ decision: "approve", digest, remember: { until: end, except: [...except] } });
  };
  return (
    <Form label={words("approve_remember")} onSend={send} onLeave={onLeave}>
      <Radios
        label={words("remember_for")}
        autoFocus
        options={TIME_NAMES.map((value) => ({ value, label: words(`remember_${value}`) }))}
        value={time}
        onChange={setTime}
      />
      {places.length > 0 && (
        <Checkboxes
          label={words("remember_differs")}
          hint={words("remember_differs_hint")}
          choices={places.map((place) => ({
            value: place,
            label: <span lang="">{placeNames([place])}</span>,
            detail: (
              <code className="font-mono break-all">
                {JSON.stringify(valueAt(args ?? {}, place))?.slice(0, MOST_SIGNS)}
              </code>
            ),
          }))}
          chosen={except}
          onChange={setExcept}
        />
      )}
      <p>
        {words("remember_what", { until, tool: tool_name ?? "" })}{" "}
        {except.length > 0 && words("remember_any", { names: placeNames(except) })}{" "}
        <span className="text-soft">{words("remember_open")}</span>
      </p>
      <Ending icon="check" isDisabled={isSending} onLeave={onLeave}>
        {words("approve_remember")}
      </Ending>
    </Form>
  );
}
