/** Every bound on what comes from outside, in one place. Texts count UTF-16 units. */
export const LIMITS = {
  /** How often a YAML text may repeat parts of itself: a small one may not stand for a huge plan. */
  yaml_aliases: 100,
  todos: 10_000,
  dependencies_per_todo: 200,
  title: 200,
  description: 4_000,
  comment: 2_000,
  reason: 2_000,
  name: 64,
  tags: 32,
  tag: 64,
  /** Of a button that decides. */
  label: 30,
  max_parallel: 100,
  max_timeout_seconds: 30 * 24 * 3600,
  max_retries: 100,
  json_depth: 32,
  body_bytes: 4 * 1024 * 1024,
  /** A todo's result above this many bytes of JSON is kept in the artifact store. */
  inline_result_bytes: 64 * 1024,
  /** Characters of the results that a plan carries itself; beyond, one above so many bytes is kept in the artifact store. */
  carried_results: 16 * 1024 * 1024,
  inline_result_bytes_beyond: 512,
  /** A todo's result above this fails the todo. */
  result_bytes: 50 * 1024 * 1024,
  error_message: 2_000,
  /** Bytes of what one run of a todo may write to its log, and characters of one line. */
  log_bytes: 1024 * 1024,
  log_message: 4_000,
  /** Options of a choice, and characters of an answer. */
  options: 100,
  /** People who may decide one hold, and approvals that it may need. */
  approvers: 20,
  /** Groups that one key is in. */
  groups: 20,
  /** Who may be asked next, one after the other, when nobody decides in time. */
  escalations: 10,
  answer: 20_000,
  /** Characters of a form's JSON Schema, and its subschemas, values and names. */
  form_schema: 64 * 1024,
  form_parts: 2_000,
  /** Checks of a part of a form against a part of an answer: for one answer, and for all defaults of one request. */
  answer_checks: 50_000,
  default_checks: 200_000,
  /** Bytes of a file that a person sends. */
  file_bytes: 20 * 1024 * 1024,
  file_name: 200,
  /** Files that one todo is done with. */
  files: 20,
  /** Times of a schedule that one backfill may start; Temporal lists 1,000 at most. */
  backfill_times: 500,
  /** Rows of one page of a list, at the most and where nothing is said. */
  page_rows: 200,
  usual_page_rows: 50,
  /** Todos, and holds, of one board. */
  board_rows: 1_000,
  /** Places of a todo's arguments where results stand, and characters that results may put there. */
  references: 1_000,
  resolved: 1024 * 1024,
  /** Operations of one edit. */
  ops: 1_000,
  /** For how long a decision may be taken back before it takes effect. */
  grace_seconds: 60,
  /** Approvals that a plan remembers at once, for how long, and what may differ from one of them. */
  remembered: 50,
  remembered_seconds: 30 * 24 * 3600,
  remembered_differences: 20,
  /** Holds decided by one request. */
  bulk_decisions: 200,
  /** Of a template, and the places in its plan where one of them stands. */
  parameters: 50,
  places: 100,
  /** Events of one run of a plan in Temporal, and bytes, from which on it takes only what people decide and what ends the run. */
  run_events: 4_000,
  run_bytes: 16 * 1024 * 1024,
  /** Characters of a plan's JSON, with what each of its versions changed, up to which edits may add to it. */
  plan_bytes: 32 * 1024 * 1024,
  /** Bytes of a template's JSON: every firing of a schedule carries it through Temporal. */
  template_bytes: 1024 * 1024,
  schedule_id: 40,
  /** Of an agent: calls of one turn, steps of its list, and what a model calls a call. */
  agent_calls: 32,
  agent_steps: 100,
  call_id: 200,
  suggested_answers: 10,
  /** Sessions of agents that one plan knows, and tasks that one of them says to run beside it. */
  sessions: 100,
  background_tasks: 100,
  /** Of an instruction in words, of one clause in it, and how many clauses there may be. */
  instruction: 4_000,
  clause: 500,
  clauses: 40,
  budget_usd: 1_000_000,
  /** What people may raise the turns and tokens of one run of an agent to. */
  raised_turns: 10_000,
  raised_tokens: 1_000_000_000,
  /** Agents that the API keeps. */
  kept_agents: 500,
  /** Of a goal in words, and of the answers that planning asked for that are kept. */
  goal: 4_000,
  goal_answers: 20,
  /** Todos of a plan that a model makes, and characters of what it wrote that it is shown again. */
  planned_todos: 200,
  draft: 100_000,
  /** Lines of a proposal, todos that its model is told of, and times that a plan takes one unasked. */
  proposed_lines: 50,
  replanned_todos: 300,
  applied_proposals: 10,
  /** Times that a model is asked about one todo's failures, and requests that may wait at once. */
  replans_per_todo: 3,
  waiting_replans: 100,
  /** Characters of one todo's result that a report is written from, and of all. */
  reported_result: 4_000,
  reported_results: 60_000,
  report: 20_000,
  /** Webhooks of one installation, characters of their addresses, and of a receiver's answer that is kept. */
  webhooks: 50,
  webhook_url: 2_000,
  /** Secrets that a webhook's newest one replaces and that still sign. */
  webhook_earlier_secrets: 4,
  webhook_answer: 1_000,
  /** How long a receiver has for its answer. */
  webhook_answer_seconds: 20,
  /** Of a plan's outline, and of one line in it. */
  outline: 200_000,
  outline_line: 1_000,
} as const;
