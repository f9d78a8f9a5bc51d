import { ProblemError } from "../../client/client.ts";
import type { DecisionInput, Hold } from "../../contract/hold.ts";
import type { Inbox } from "../../contract/list.ts";
import type { Receipt } from "../../contract/plan.ts";
import type { Problem } from "../../contract/problem.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { HOLD_KINDS, REJECT_ACTIONS } from "../../contract/vocabulary.ts";
import { askLine } from "../ask-line.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { withHold } from "../find-plan.ts";
import { choiceFlag, numberFlag, switchFlag, textFlag, valueFlag } from "../flags.ts";
import { readObject, readValue } from "../read-input.ts";
import { dim, green } from "../render/colors.ts";
import { holdLines, waysToDecide } from "../render/hold-lines.ts";
import { inboxLines, listNotes } from "../render/lists.ts";
import { moment } from "../render/time.ts";
import { problemLines } from "../report-error.ts";
import type { Session } from "../session.ts";
import { toAnswer } from "../to-answer.ts";
import { uploadFile } from "../upload-file.ts";
import { words } from "../words-here.ts";

const planFlag = { plan: textFlag("flag_plan", "plan") };
const reasonFlag = { reason: textFlag("flag_reason") };

const holdsOf = ({ client }: Session) => client.v1.holds[":hold_id"];

function readHold(session: Session, hold_id: string): Promise<Hold> {
  return session.ask<Hold>(holdsOf(session).$get({ param: { hold_id } }));
}

function tell(session: Session, data: unknown, sentence: string): void {
  session.show(data, () => []);
  session.say(`${green("✔")} ${sentence}`);
}

/** `holdpoint inbox`: the open holds of all plans. */
export const inboxCommand = defineCommand({
  brief: "brief_inbox",
  examples: ["inbox", "inbox --kind input --mine", "inbox --plan tea --json"],
  args: [],
  flags: {
    ...planFlag,
    kind: choiceFlag("flag_kind", HOLD_KINDS),
    mine: switchFlag("flag_mine"),
    assignee: textFlag("flag_assignee"),
    owner: textFlag("flag_owner"),
    tag: textFlag("flag_tag"),
    sort: choiceFlag("flag_hold_sort", ["deadline", "opened"]),
    limit: numberFlag("flag_limit"),
    cursor: textFlag("flag_cursor"),
  },
  async run(session, _, { plan, mine, assignee, limit, ...flags }) {
    const query = definedOnly({
      ...flags,
      plan_id: plan,
      assignee: mine ? "me" : assignee,
      limit: limit?.toString(),
    });
    const inbox = await session.ask<Inbox>(session.client.v1.holds.$get({ query }));
    session.show(inbox, () => inboxLines(inbox, { ...session, now: Date.now() }));
    const [first] = inbox.holds;
    if (first === undefined) session.say(words("inbox_empty"));
    for (const note of listNotes(inbox, words)) session.say(note);
    const next = first === undefined ? "holdpoint plan list" : `holdpoint show ${first.id}`;
    session.say(dim(words("next_step", { next })));
  },
});

/** `holdpoint show`: one hold with everything that is decided. */
export const showCommand = defineCommand({
  brief: "brief_show",
  examples: ["show tea.h1", "show h1 --plan tea"],
  args: ["hold"],
  flags: planFlag,
  async run(session, [given], { plan }) {
    const hold = await withHold(session, given, plan, (id) => readHold(session, id));
    session.show(hold, () => holdLines(hold, words, Infinity));
    if (hold.status !== "open") return;
    for (const way of waysToDecide(hold)) session.say(dim(words("next_step", { next: way })));
  },
});

/** Decides one hold or several; of several, each has its own outcome. */
async function decide(
  session: Session,
  holds: readonly string[],
  plan: string | undefined,
  decision: DecisionInput,
): Promise<void> {
  const sentence = (hold: Hold | undefined, id: string): string =>
    words(`told_${decision.decision}`, { title: hold?.title ?? id, hold: id });
  if (holds.length === 1) {
    const receipt = await withHold(session, holds[0]!, plan, (hold_id) =>
      decideOne(session, hold_id, decision),
    );
    return tell(session, receipt, sentence(receipt.hold, holds[0]!));
  }
  const ids = await Promise.all(
    holds.map((hold) => withHold(session, hold, plan, (id) => Promise.resolve(id))),
  );
  const decisions = ids.map((hold_id) => ({ ...decision, hold_id }));
  const { results } = await session.ask<{
    results: { hold_id: string; receipt?: Receipt; problem?: Problem }[];
  }>(session.client.v1.holds.decisions.$post({ json: { decisions } }));
  session.show({ results }, () => []);
  for (const { hold_id, receipt, problem } of results) {
    if (problem === undefined) session.say(`${green("✔")} ${sentence(receipt?.hold, hold_id)}`);
    else for (const line of [hold_id, ...problemLines(problem, words)]) session.say(line);
  }
  if (results.every(({ problem }) => problem === undefined)) return;
  session.say(dim(words("next_step", { next: "holdpoint inbox" })));
  session.end(EXIT.failed);
}

/** @throws CliError that says what the hold takes, when it is a question. */
async function decideOne(session: Session, hold_id: string, json: DecisionInput): Promise<Receipt> {
  try {
    const answer = holdsOf(session).decision.$post({ param: { hold_id }, json });
    return await session.ask<Receipt>(answer);
  } catch (error) {
    const isUnfit = error instanceof ProblemError && error.problem.code === "invalid_command";
    if (!isUnfit || !["approve", "edit"].includes(json.decision)) throw error;
    const hold = await readHold(session, hold_id);
    if (hold.kind !== "input") throw error;
    throw new CliError(words("asks_question", { hold: hold_id }), waysToDecide(hold)[0]);
  }
}

/** `holdpoint approve`: exactly what the hold shows runs, or the arguments that are given instead. */
export const approveCommand = defineCommand({
  brief: "brief_approve",
  full: "full_approve",
  examples: [
    'approve tea.h1 --comment "read it"',
    "approve h1 h2 --plan tea",
    `approve tea.h1 --args '{"path":"b.txt"}'`,
    "approve tea.h1 --args @args.yaml",
  ],
  args: ["hold..."],
  flags: {
    ...planFlag,
    comment: textFlag("flag_comment"),
    args: textFlag("flag_args", "json|@file"),
    digest: textFlag("flag_digest"),
  },
  async run(session, [holds], { plan, comment, args, digest }) {
    const written = args === undefined ? undefined : await readArguments(args);
    const decision = written === undefined ? "approve" : "edit";
    await decide(session, holds, plan, {
      decision,
      ...definedOnly({ comment, digest, args: written }),
    } as DecisionInput);
  },
});

export const rejectCommand = defineCommand({
  brief: "brief_reject",
  examples: ['reject tea.h1 --reason "wrong month"', "reject tea.h1 --then fail"],
  args: ["hold..."],
  flags: {
    ...planFlag,
    ...reasonFlag,
    comment: textFlag("flag_comment"),
    then: choiceFlag("flag_then", REJECT_ACTIONS),
  },
  async run(session, [holds], { plan, ...said }) {
    await decide(session, holds, plan, {
      decision: "reject",
      ...definedOnly(said),
    } as DecisionInput);
  },
});

/** `holdpoint answer`: the answer as words behind the hold, as JSON by `--value`, or asked for. */
export const answerCommand = defineCommand({
  brief: "brief_answer",
  full: "full_answer",
  examples: ["answer tea.h2 July to September", "answer tea.h2 --value '{\"month\":7}'"],
  args: ["hold", "value...?"],
  flags: {
    ...planFlag,
    value: valueFlag("flag_value"),
    file: textFlag("flag_answer_file", "file"),
  },
  async run(session, [given, texts], { plan, value, file }) {
    const hold = await withHold(session, given, plan, (id) => readHold(session, id));
    const text = texts.join(" ");
    if ([value, file, text || undefined].filter((said) => said !== undefined).length > 1) {
      throw new CliError(words("two_answers"), "holdpoint answer --help", EXIT.usage);
    }
    if (hold.kind !== "input" && hold.status === "open") {
      const [approve, reject = ""] = waysToDecide(hold);
      throw new CliError(words("asks_no_question", { hold: hold.id, reject }), approve);
    }
    const answered =
      file === undefined
        ? await answerOf(session, hold, text, value)
        : await uploadFile(session, hold.plan_id, file);
    await decide(session, [hold.id], undefined, { decision: "answer", value: answered });
  },
});

async function answerOf(
  session: Session,
  hold: Hold,
  text: string,
  value: Json | undefined,
): Promise<Json> {
  if (value !== undefined) return value;
  if (text !== "") return toAnswer(text, hold, words);
  if (hold.status !== "open") {
    const how = endOf(hold);
    throw new CliError(words("asks_no_more", { hold: hold.id, how }), `holdpoint show ${hold.id}`);
  }
  if (!process.stdin.isTTY) {
    const way = `holdpoint answer ${hold.id} --value <json>`;
    throw new CliError(words("needs_value"), way, EXIT.usage);
  }
  session.say(holdLines(hold, words).join("\n"));
  return toAnswer(await askLine("> ", words), hold, words);
}

/** How a hold that is not open any more has ended. */
function endOf({ status, decision, closed_reason }: Hold): string {
  if (decision === null) return [words(`hold_${status}`), closed_reason ?? ""].join(" ").trim();
  const { by, at, reason, comment } = decision;
  return words("decided_before", {
    decision: words(`decision_${decision.decision}`),
    by,
    at: moment(at),
    reason: reason ?? comment ?? "",
  }).trim();
}

export const extendCommand = defineCommand({
  brief: "brief_extend",
  examples: ["extend tea.h1 30m", "extend h1 2h --plan tea"],
  args: ["hold", "time"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [given, time], { plan, reason }) {
    const json = { seconds: toSeconds(time), ...definedOnly({ reason }) };
    const receipt = await withHold(session, given, plan, (hold_id) =>
      session.ask<Receipt>(holdsOf(session).extend.$post({ param: { hold_id }, json })),
    );
    const until = receipt.hold?.deadline_at;
    tell(session, receipt, words("told_extended", { until: until == null ? "–" : moment(until) }));
  },
});

export const delegateCommand = defineCommand({
  brief: "brief_delegate",
  examples: ["delegate tea.h1 lee"],
  args: ["hold", "person"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [given, to], { plan, reason }) {
    const json = { to, ...definedOnly({ reason }) };
    const receipt = await withHold(session, given, plan, (hold_id) =>
      session.ask<Receipt>(holdsOf(session).delegate.$post({ param: { hold_id }, json })),
    );
    tell(session, receipt, words("told_delegated", { to }));
  },
});

export const withdrawCommand = defineCommand({
  brief: "brief_withdraw",
  examples: ["withdraw tea.h1 --yes"],
  args: ["hold"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [given], { plan, reason }) {
    await session.confirm(words("sure_withdraw", { hold: given }));
    const json = definedOnly({ reason });
    const receipt = await withHold(session, given, plan, (hold_id) =>
      session.ask<Receipt>(holdsOf(session).withdraw.$post({ param: { hold_id }, json })),
    );
    tell(session, receipt, words("told_withdrawn", { hold: given }));
  },
});

async function readArguments(text: string): Promise<JsonObject> {
  if (text.startsWith("@")) return readObject(text.slice(1), words);
  const value = readValue(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new CliError(words("args_no_object"), undefined, EXIT.usage);
}

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

function toSeconds(text: string): number {
  const [, count = "", unit = "s"] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (count !== "") return Number(count) * UNITS[unit as keyof typeof UNITS];
  throw new CliError(words("bad_time", { text }), "holdpoint extend <hold> 30m", EXIT.usage);
}
