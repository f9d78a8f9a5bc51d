import type { NewTodoInput } from "../../contract/plan/todo.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { DurationSchema, TimestampSchema } from "../../contract/text.ts";
import { LEVELS } from "../edits/lexicon.ts";
import { isOneLine } from "../fold.ts";

/** What a mark says of its todo: fields, or the names of todos that it waits for. */
export interface Mark {
  readonly fields?: Partial<NewTodoInput>;
  readonly after?: string;
  readonly meaning?: Sentence;
  /** Why it says nothing as it is written. */
  readonly problem?: Sentence;
}

interface MarkForm {
  readonly form: RegExp;
  /** Undefined where the value is none. */
  readonly read: (found: RegExpExecArray, written: string) => Mark | undefined;
}

const UNITS: Readonly<Record<string, readonly [short: string, seconds: number]>> = {
  s: ["s", 1],
  초: ["s", 1],
  m: ["m", 60],
  분: ["m", 60],
  h: ["h", 3_600],
  시간: ["h", 3_600],
  d: ["d", 86_400],
  일: ["d", 86_400],
  w: ["w", 604_800],
  주: ["w", 604_800],
};
const UNIT = "(s|m|h|d|w|초|분|시간|일|주)(?:econds?|ec|inutes?|ins?|in|ours?|ays?|eeks?|일)?";
const DUE = "(?:due(?: at| by)?|by|기한|마감)[ :=]*";
const LEVEL = Object.keys(LEVELS).join("|");

/** What may stand in square brackets behind a todo, or in round ones, in small letters and usual signs. */
const FORMS: readonly MarkForm[] = [
  {
    form: /^(?:승인|승인 ?필요|결재|approval|approve|(?:needs|requires) approval)$/,
    read: () => ({ fields: { requires_approval: true }, meaning: say("outline_approval") }),
  },
  {
    form: /^(?:선택|선택 ?사항|optional)$/,
    read: () => ({ fields: { optional: true }, meaning: say("outline_optional") }),
  },
  {
    form: /^(?:이정표|마일스톤|milestone)$/,
    read: () => ({ fields: { kind: "milestone" }, meaning: say("outline_milestone") }),
  },
  {
    form: new RegExp(`^(?:(?:priority|우선순위)[ :=]*)?(${LEVEL})(?: priority)?$`),
    read: ([, word]) => toPriority(LEVELS[word!]!),
  },
  {
    form: /^(?:priority|우선순위)[ :=]*(\d{1,2})$/,
    read: ([, number]) => (Number(number) <= 10 ? toPriority(Number(number)) : undefined),
  },
  {
    form: new RegExp(
      `^(?:due(?: in)?|within|기한|마감)[ :=]*(\\d{1,5}) ?${UNIT}(?: ?(?:이내|안에|내))?$`,
    ),
    read: ([, count, unit]) => toDue(count!, unit!),
  },
  {
    form: new RegExp(`^(\\d{1,5}) ?${UNIT} ?(?:이내|안에|내)$`),
    read: ([, count, unit]) => toDue(count!, unit!),
  },
  {
    form: new RegExp(
      `^${DUE}(\\d{4}-\\d{2}-\\d{2})[t ](\\d{2}:\\d{2})(:\\S+?)? ?(z|[+-]\\d{2}:\\d{2})$`,
    ),
    read([, day, minute, second = ":00", zone]) {
      const due_at = `${day}T${minute}${second}${zone!.toUpperCase()}`;
      return TimestampSchema.safeParse(due_at).success
        ? { fields: { due_at }, meaning: say("outline_due_at", { time: due_at }) }
        : undefined;
    },
  },
  {
    form: new RegExp(`^${DUE}(?:\\d{4}[-./]|\\d{4}년 ?)?\\d{1,2}(?:[-./]|월 ?)\\d{1,2}`),
    read: () => ({ problem: say("outline_due_unfit") }),
  },
  {
    form: new RegExp(`^(?:timeout|time limit|제한 ?시간|시간 ?제한)[ :=]*(\\d{1,7}) ?${UNIT}$`),
    read([, count, unit]) {
      const timeout_seconds = Number(count) * UNITS[unit!]![1];
      return timeout_seconds >= 1 && timeout_seconds <= LIMITS.max_timeout_seconds
        ? {
            fields: { timeout_seconds },
            meaning: say("outline_timeout", { seconds: timeout_seconds }),
          }
        : undefined;
    },
  },
  {
    form: /^(?:담당|담당자|assignee|owner)[ :=]*@?(\S.*)$/,
    read: ([whole, name], written) => toPerson(written.slice(whole.length - name!.length)),
  },
  {
    form: /^(?:after|depends on|waits for|선행)[ :=]+(\S.*)$/,
    read: ([whole, names], written) => ({ after: written.slice(whole.length - names!.length) }),
  },
  {
    form: /^(\S.*?) ?(?:후에?|다음에?|뒤에?|이후에?)$/,
    read: ([, names], written) => ({ after: written.slice(0, names!.length) }),
  },
];

/**
 * What a mark says. @param folded the same as `written`, in small letters and usual signs.
 * @returns undefined for what is no mark.
 */
export function readMark(written: string, folded: string): Mark | undefined {
  for (const { form, read } of FORMS) {
    const found = form.exec(folded);
    const mark = found === null ? undefined : read(found, written);
    if (mark !== undefined) return mark;
  }
  return undefined;
}

/** Whose it is. */
export function toPerson(name: string): Mark | undefined {
  const assignee = name.trim();
  return assignee !== "" && assignee.length <= LIMITS.tag && isOneLine(assignee)
    ? { fields: { assignee }, meaning: say("outline_person", { person: assignee }) }
    : undefined;
}

function toPriority(priority: number): Mark {
  return { fields: { priority }, meaning: say("outline_priority", { priority }) };
}

function toDue(count: string, unit: string): Mark | undefined {
  const due_in = `${Number(count)}${UNITS[unit]![0]}`;
  return DurationSchema.safeParse(due_in).success
    ? { fields: { due_in }, meaning: say("outline_due", { time: due_in }) }
    : undefined;
}
