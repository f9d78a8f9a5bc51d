import type { Board } from "../../contract/plan/board.ts";
import type { Proposal } from "../../contract/words.ts";
import { Button } from "../parts/button.tsx";
import { useSpeech } from "../words/words.ts";
import { HoldLinks } from "./hold-links.tsx";

const MOST = 4;

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
  const open = board.todos.find(({ status }) => status === "pending" || status === "blocked");
  const title = open?.title;
  const proposed = left.flatMap(({ instead }) => instead);
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
    <div className="flex flex-col gap-2">
      <p>{words("talk_not_understood")}</p>
      {left.map((one) => (
        <p key={`${one.line} ${one.column}`} className="text-soft">
          “{one.text}”: {inOwnWords(one, "detail")}
        </p>
      ))}
      {board.holds.length > 0 && (
        <>
          <p>{words("talk_no_approval")}</p>
          <HoldLinks holds={board.holds} />
        </>
      )}
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
    </div>
  );
}
