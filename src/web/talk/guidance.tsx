import type { Board } from "../../contract/plan/board.ts";
import type { Proposal } from "../../contract/words.ts";
import { Button } from "../parts/button.tsx";
import { WithCode } from "../parts/values/with-code.tsx";
import { useSpeech } from "../words/words.ts";
import { HoldLinks } from "./hold-links.tsx";

const MOST = 4;
/** What words never do, and what is said of it where there are buttons. */
const BY_HAND = { words_decision: "talk_nothing_open", words_control: "talk_use_buttons" } as const;

function isForHands(id: string | undefined): id is keyof typeof BY_HAND {
  return id !== undefined && Object.hasOwn(BY_HAND, id);
}

/** What can be said, and what waits for a decision, when words were not understood. */
export function Guidance({
  board,
  left,
  onSay,
}: {
  readonly board: Board;
  readonly left: Proposal["not_understood"];
  readonly onSay: (text: string) => void;
}) {
  const { words, inOwnWords } = useSpeech();
  const isDecision = left.some(({ detail_said }) => detail_said?.id === "words_decision");
  const isRefused = left.length > 0 && left.every(({ detail_said }) => isForHands(detail_said?.id));
  // The API names commands of the terminal.
  const whyNot = (one: (typeof left)[number]): string => {
    const id = one.detail_said?.id;
    if (!isForHands(id)) return inOwnWords(one, "detail");
    return words(
      id === "words_decision" && board.holds.length > 0 ? "talk_decide_below" : BY_HAND[id],
    );
  };
  return (
    <div className="flex flex-col gap-2">
      {!isRefused && <p>{words("talk_not_understood")}</p>}
      {left.map((one) => (
        <p key={`${one.line} ${one.column}`} className="text-soft">
          “{one.text}”: <WithCode text={whyNot(one)} />
        </p>
      ))}
      {isDecision && <HoldLinks holds={board.holds} />}
      <Examples board={board} proposed={left.flatMap(({ instead }) => instead)} onSay={onSay} />
    </div>
  );
}

/** What can be said, ready to be said. */
export function Examples({
  board,
  proposed = [],
  onSay,
}: {
  readonly board: Board;
  readonly proposed?: readonly string[];
  readonly onSay: (text: string) => void;
}) {
  const { words } = useSpeech();
  const open = board.todos.find(({ status }) => status === "pending" || status === "blocked");
  const title = open?.title;
  const own =
    title === undefined
      ? [words("talk_example_raise")]
      : [
          words("talk_example_add", { title }),
          words("talk_example_remove", { title }),
          words("talk_example_raise"),
        ];
  // Examples with a name of this plan are understood as they stand.
  const examples = [...new Set(title === undefined ? [...proposed, ...own] : own)].slice(0, MOST);
  return (
    <>
      <p className="text-small font-semibold text-faint">{words("talk_try")}</p>
      <div className="flex flex-wrap gap-1.5">
        {examples.map((example) => (
          <Button key={example} onPress={() => onSay(example)}>
            <span className="max-w-full min-w-0 truncate" lang="">
              {example}
            </span>
          </Button>
        ))}
      </div>
    </>
  );
}
