import { isWanted } from "../../../contract/service/stream.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { eventTypesFlag, numberFlag, switchFlag } from "../../input/flags.ts";
import { titlesOf } from "../../live/read-board.ts";
import { readLog } from "../../live/read-log.ts";
import { createEventWriter, watchLines } from "../../live/watch-lines.ts";
import { EXIT } from "../../session/errors/cli-error.ts";
import { readWholePlan } from "../../session/read-whole-plan.ts";
import { watchForLeaving } from "../../terminal/until-stopped.ts";

/** `holdpoint logs`: a plan's events as lines; with `--follow`, those to come, too. */
export const logsCommand = defineCommand({
  help: "logs",
  examples: ["logs tea", "logs tea -f --types hold", "logs tea --json | jq .type"],
  args: ["plan"],
  flags: {
    follow: switchFlag("flag_follow"),
    after: numberFlag("flag_after_seq"),
    types: eventTypesFlag("flag_types"),
  },
  aliases: { f: "follow" },
  async run(session, [planId], { follow, after = 0, types }) {
    const plan = await lookAtPlan(session, planId, (id) => readWholePlan(session, id));
    if (!follow) {
      const write = createEventWriter(session, titlesOf(plan));
      const log = await readLog(session, plan, after);
      for (const event of log) if (isWanted(event, { types })) write(event);
      return;
    }
    const stop = watchForLeaving(EXIT.usage);
    try {
      await watchLines(session, plan, { after, signal: stop.signal, types });
      if (stop.signal.aborted) session.end(EXIT.usage);
    } finally {
      stop.release();
    }
  },
});
