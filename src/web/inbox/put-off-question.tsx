import { useState } from "react";
import { Question } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { Radios } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { toast } from "../parts/toasts.tsx";
import { nowMs, useNow } from "../session/now.ts";
import { useMoment } from "../session/use-moment.ts";
import { useSpeech } from "../words/words.ts";
import type { InboxLine } from "./inbox-lines.ts";
import { bringBack, putOff } from "./put-off.ts";

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** Until when something is put off; nothing that lies behind its deadline is offered. */
export function PutOffQuestion({
  line,
  onPutOff,
  onClose,
}: {
  readonly line: InboxLine;
  readonly onPutOff: () => void;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  const now = useNow();
  const moment = useMoment();
  const times = timesFrom(now).filter((at) => line.until === null || at < Date.parse(line.until));
  const [place, setPlace] = useState(0);
  const send = (): void => {
    const until = timesFrom(nowMs())[place];
    if (until === undefined) return;
    putOff(line.key, until);
    toast(words("sent_put_off", { title: line.asks, until: moment(until) }), {
      name: words("undo"),
      run: () => bringBack([line.key]),
    });
    onPutOff();
  };
  return (
    <Question title={words("put_off")} onClose={onClose}>
      <Form label={words("put_off")} onSend={send}>
        <p className="font-medium" lang="">
          {line.asks}
        </p>
        {times.length === 0 ? (
          <p>{words("put_off_too_late")}</p>
        ) : (
          <Radios
            label={words("put_off_until")}
            hint={words("put_off_hint")}
            options={times.map((at, one) => ({ value: String(one), label: moment(at) }))}
            value={String(place)}
            onChange={(value) => setPlace(Number(value))}
          />
        )}
        <Ending isRight autoFocus isDisabled={times.length === 0} onLeave={onClose}>
          {words("put_off")}
        </Ending>
      </Form>
    </Question>
  );
}

/** In an hour, in three, and tomorrow morning, in this order. */
function timesFrom(now: number): readonly number[] {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING, 0, 0, 0);
  return [now + HOUR_MS, now + 3 * HOUR_MS, morning.getTime()];
}
