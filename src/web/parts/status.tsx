import type { HoldKind, PlanStatus, TodoStatus } from "../../contract/tables/vocabulary.ts";
import { useSpeech, type PlainWordId } from "../words/words.ts";
import { Icon, type IconName } from "./icon.tsx";

type Tone = "plain" | "run" | "good" | "wait" | "bad";

const TONES: Readonly<Record<Tone, string>> = {
  plain: "text-faint",
  run: "text-run",
  good: "text-good",
  wait: "text-wait",
  bad: "text-bad",
};
const TINTS: Readonly<Record<Tone, string>> = {
  plain: "bg-raised text-soft",
  run: "bg-run-tint text-run",
  good: "bg-good-tint text-good",
  wait: "bg-wait-tint text-wait",
  bad: "bg-bad-tint text-bad",
};

/** Each status has a shape of its own, so that colour is never needed to tell them apart. */
const SHAPES = {
  pending: {
    tone: "plain",
    path: "M8 2.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11z",
    full: false,
  },
  blocked: { tone: "plain", path: "M3.500 3.500h9v9h-9z", full: false },
  needs_approval: { tone: "wait", path: "M8 2.500v11a5.500 5.500 0 010-11z", full: true },
  in_progress: { tone: "run", path: "M4.500 2.800v10.400L13 8z", full: true },
  completed: { tone: "good", path: "M2.800 8.500l3.400 3.400 7-7.600", full: false },
  failed: { tone: "bad", path: "M3.800 3.800l8.400 8.400M12.200 3.800l-8.400 8.400", full: false },
  skipped: { tone: "plain", path: "M3 8h10", full: false },
  cancelled: {
    tone: "plain",
    path: "M8 2.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11zM4.200 11.800l7.600-7.600",
    full: false,
  },
  stuck: { tone: "bad", path: "M8 2.500l6 11H2zM8 6.500v3.200M8 11.300v.600", full: false },
  paused: { tone: "wait", path: "M5.500 3.500v9M10.500 3.500v9", full: false },
} as const;

type Shape = keyof typeof SHAPES;

/** How good or bad a status is, where only a colour can say so. */
export function toneOf(status: TodoStatus): Tone {
  return SHAPES[status].tone;
}

function Mark({ shape }: { readonly shape: Shape }) {
  const { tone, path, full } = SHAPES[shape];
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill={full ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${TONES[tone]}`}
    >
      <path d={path} />
      {shape === "needs_approval" && <circle cx="8" cy="8" r="5.500" fill="none" />}
    </svg>
  );
}

/** A todo's status, by shape and word; without the word for sighted people where its row says it. */
export function TodoMark({
  status,
  wordless = false,
}: {
  readonly status: TodoStatus;
  readonly wordless?: boolean;
}) {
  const { words } = useSpeech();
  const word = words(`todo_${status}`);
  return (
    <span
      className="inline-flex items-center gap-1.5 align-middle"
      title={wordless ? word : undefined}
    >
      <Mark shape={status} />
      <span className={wordless ? "sr-only" : TONES[SHAPES[status].tone]}>{word}</span>
    </span>
  );
}

interface PlanState {
  readonly status: PlanStatus;
  readonly mode: string | null;
  readonly open_holds: number;
  /** Only lists know it: who cannot go on cannot say so. */
  readonly stuck?: boolean;
}

/** What a plan does, in a word: its status, and what it waits for while it goes on. */
function planState({ status, mode, open_holds, stuck = false }: PlanState): {
  word: PlainWordId;
  shape: Shape;
} {
  if (stuck) return { word: "plan_stuck", shape: "stuck" };
  const shape = status === "running" ? "in_progress" : status;
  if (status !== "running" && status !== "pending") return { word: `plan_${status}`, shape };
  if (mode === "paused") return { word: "plan_paused", shape: "paused" };
  if (mode === "plan_edit") return { word: "plan_being_edited", shape: "paused" };
  if (open_holds > 0 || mode === "input_request") {
    return { word: "plan_waiting", shape: "needs_approval" };
  }
  return { word: `plan_${status}`, shape };
}

/** A plan's state, by shape and word. */
export function PlanMark({ plan }: { readonly plan: PlanState }) {
  const { words } = useSpeech();
  const { word, shape } = planState(plan);
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${TONES[SHAPES[shape].tone]}`}
    >
      <Mark shape={shape} />
      {words(word)}
    </span>
  );
}

const KINDS: Readonly<Record<HoldKind | "work" | "failed", { icon: IconName; tone: Tone }>> = {
  plan_review: { icon: "plans", tone: "run" },
  approval: { icon: "check", tone: "wait" },
  recovery: { icon: "alert", tone: "bad" },
  input: { icon: "question", tone: "run" },
  budget: { icon: "alert", tone: "wait" },
  goal: { icon: "question", tone: "run" },
  proposal: { icon: "pencil", tone: "run" },
  work: { icon: "person", tone: "plain" },
  failed: { icon: "cross", tone: "bad" },
};

/** What a request wants of a person; of a question, which agent asks it stands apart, where it is not the plan. */
export function KindBadge({
  kind,
  agent,
}: {
  readonly kind: HoldKind | "work" | "failed";
  readonly agent?: string | null | undefined;
}) {
  const { words } = useSpeech();
  const { icon, tone } = KINDS[kind];
  const badge = (
    <span
      className={`inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-small font-medium whitespace-nowrap ${TINTS[tone]}`}
    >
      <Icon name={icon} size={12} />
      {words(`kind_${kind}`)}
    </span>
  );
  // Whether an agent may go on, too, the plan asks.
  if (kind !== "input" || agent == null) return badge;
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      {badge}
      <span className="inline-flex min-w-0 items-center gap-1 rounded border border-dashed border-edge px-1.5 py-px text-small text-soft">
        <Icon name="agent" size={12} />
        <span className="sr-only">{words("badge_agent")} </span>
        <span className="truncate" lang="">
          {agent}
        </span>
      </span>
    </span>
  );
}

/** How far a plan is, as a bar beside the number. */
export function ProgressBar({ percent }: { readonly percent: number }) {
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-1.5 w-full rounded-full"
    >
      <rect width="100" height="4" className="fill-line" />
      <rect width={Math.min(100, percent)} height="4" className="fill-accent" />
    </svg>
  );
}
