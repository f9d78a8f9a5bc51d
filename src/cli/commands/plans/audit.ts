import { buildRouteMap } from "@stricli/core";
import {
  readLogFile,
  verifyLog,
  type LogFault,
  type VerifiedLog,
} from "../../../client/verify-log.ts";
import type { NotedHead } from "../../../contract/plan/log-file.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { parsedFlag, textFlag, type Flag } from "../../input/flags.ts";
import { readText, standardInput } from "../../input/read-input.ts";
import { words } from "../../messages/i18n.ts";
import { CliError, EXIT, usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { commandLine } from "../../session/typed-line.ts";
import { writeNamedFile } from "../../session/write-file.ts";
import { green, red } from "../../terminal/colors.ts";
import { print, printBytes } from "../../terminal/output.ts";
import { exactMoment } from "../../terminal/time.ts";

const exportCommand = defineCommand({
  help: "audit_export",
  examples: ["audit export tea --file tea.log.jsonl", "audit export tea | gzip > tea.log.jsonl.gz"],
  args: ["plan"],
  flags: { file: textFlag("flag_to_file", "file") },
  async run(session, [planId], { file }) {
    const text = await lookAtPlan(session, planId, (id) => session.client.plans.log(id));
    const read = readLogFile(text);
    if ("fault" in read) throw new CliError(words("log_came_damaged", { why: whyNot(read) }));
    const { plan_id, seq, digest, keys } = read.log;
    if (file === undefined) {
      if (process.stdout.isTTY) print(text.trimEnd());
      else await printBytes(Buffer.from(text));
    } else {
      await writeNamedFile(file, text);
      session.show({ file, plan_id, seq, digest }, () => []);
      session.say(words("told_exported", { count: seq, plan: plan_id, file }));
    }
    session.say(words("told_head", { head: headLine(read.log) }));
    tellKeys(session, keys);
    const [key] = keys;
    if (file === undefined || key === undefined) return;
    session.next(`${commandLine("audit verify", [file])} --key ${key}`);
  },
});

const headCommand = defineCommand({
  help: "audit_head",
  examples: ["audit head tea", "audit head tea >> heads.txt"],
  args: ["plan"],
  async run(session, [planId]) {
    const head = await lookAtPlan(session, planId, (id) => session.client.plans.logHead(id));
    session.show(head, () => [headLine(head)]);
    tellKeys(
      session,
      head.signatures.map(({ public_key }) => public_key),
    );
  },
});

/** Any number of what `read` takes, by repeating the flag. */
const repeatedFlag = <Value>(
  brief: "flag_log_key" | "flag_noted_head",
  placeholder: string,
  read: (text: string) => Value,
): Flag<readonly Value[] | undefined> => ({
  parameter: { ...parsedFlag(brief, read, { placeholder }).parameter, variadic: true },
});

const verifyCommand = defineCommand({
  help: "audit_verify",
  isLocal: true,
  examples: [
    "audit verify tea.log.jsonl --key 7c9e…",
    "audit verify tea.log.jsonl --head 12:sha256:5d41…",
  ],
  args: ["log"],
  flags: {
    key: repeatedFlag("flag_log_key", "key", toKey),
    head: repeatedFlag("flag_noted_head", "seq:digest", toHead),
  },
  async run(session, [file], { key: keys = [], head: heads = [] }) {
    const text = await readText(file);
    const name = file === "-" ? standardInput() : file;
    if (keys.length + heads.length === 0) throw byWhat(file, text);
    const check = verifyLog(text, { keys, heads });
    if ("fault" in check) {
      session.show({ ok: false, ...check }, () => []);
      session.say(`${red("✖")} ${words("log_not_verified", { file: name, why: whyNot(check) })}`);
      return session.end(EXIT.failed);
    }
    const { log } = check;
    session.show({ ok: true, ...log }, () => []);
    const { plan_id: plan, seq, proven_seq, first_at, last_at } = log;
    const span = { first: exactMoment(first_at), last: exactMoment(last_at) };
    const told =
      proven_seq === seq
        ? words("log_verified", { file: name, plan, count: seq, ...span })
        : words("log_verified_up_to", { file: name, plan, seq: proven_seq, ...span });
    session.say(`${green("✔")} ${told}`);
    if (keys.length > 0) session.say(words("log_key_met", { at: exactMoment(log.at) }));
    for (const { seq } of heads) session.say(words("log_head_met", { seq }));
    session.say(decisionsLine(log));
    if (proven_seq < seq) session.say(words("log_goes_on_unproven", { count: seq - proven_seq }));
  },
});

function byWhat(file: string, text: string): CliError {
  const read = readLogFile(text);
  const named = "log" in read ? read.log.keys : [];
  const lines = [words("verify_by_what")];
  if (named.length > 0) lines.push(words("verify_keys_named", { keys: named.join(", ") }));
  return usageError(lines.join(" "), `${commandLine("audit verify", [file])} --key <key>`);
}

function toKey(text: string): string {
  const key = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/.test(key)) return key;
  throw new Error(words("not_a_public_key", { text }));
}

function toHead(text: string): NotedHead {
  const [, seq, digest] = /^(\d{1,15}):(sha256:[0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (seq !== undefined && digest !== undefined) return { seq: Number(seq), digest };
  throw new Error(words("not_a_head", { text }));
}

const headLine = ({ seq, digest }: NotedHead): string => `${seq}:${digest}`;

function tellKeys(session: Session, keys: readonly string[]): void {
  for (const key of keys) session.say(words("told_signed_with", { key }));
  if (keys.length === 0) session.say(words("told_signed_by_none"));
}

function decisionsLine({ decisions }: VerifiedLog): string {
  if (decisions.length === 0) return words("log_no_decisions");
  const people = decisions.map(({ by, count }) => `${by} (${count})`).join(", ");
  return words("log_decisions", { people });
}

function whyNot(found: LogFault): string {
  const { line } = found;
  switch (found.fault) {
    case "out_of_order":
      return words("fault_out_of_order", { line, expected: found.expected });
    case "not_signed":
      return found.keys.length === 0
        ? words("fault_not_signed_by_any")
        : words("fault_not_signed", { keys: found.keys.join(", ") });
    case "lacks_head":
    case "differs_from_head":
      return words(`fault_${found.fault}`, { seq: found.head.seq });
    default:
      return words(`fault_${found.fault}`, { line });
  }
}

/** `holdpoint audit`: what happened to a plan, so that others can verify it. */
export const auditCommand = buildRouteMap({
  docs: { brief: words("brief_audit") },
  routes: { export: exportCommand, head: headCommand, verify: verifyCommand },
});
