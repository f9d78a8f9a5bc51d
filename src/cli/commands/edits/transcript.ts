import type { TranscriptTurn } from "../../../contract/plan/agents/transcript.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtTodo } from "../../input/find-todo.ts";
import { words } from "../../messages/i18n.ts";
import { cutCall, transcriptLines } from "../../render/agents/transcript-lines.ts";

/** `holdpoint todo transcript`: what a todo's agent and the orchestrator have said to each other. */
export const transcriptCommand = defineCommand({
  help: "todo_transcript",
  examples: ["todo transcript report write"],
  args: ["plan", "todo"],
  async run(session, [planId, given]) {
    const turns: TranscriptTurn[] = [];
    const live = await lookAtTodo(session, planId, given, async (id, todo) => {
      for (let offset: number | null = 0; ;) {
        const page = await session.client.todos.transcript(id, todo, { offset });
        turns.push(...page.turns);
        if (page.next_offset === null) return page.live;
        offset = page.next_offset;
      }
    });
    session.show({ turns, live }, () => transcriptLines(turns));
    const cut = cutCall(turns);
    const [{ task } = { task: given }] = turns;
    if (cut !== undefined) session.next(`holdpoint todo result ${planId} ${task} --call ${cut}`);
    if (turns.length === 0) session.say(words("no_transcript"));
    else if (live) session.say(words("transcript_goes_on"));
  },
});
