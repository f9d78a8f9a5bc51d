/** The CLI's sentences about running Holdpoint here: `demo`, `start`, `key`, `doctor`. */
export const enRunning = {
  stopped_while_starting: "Stopped during startup.",
  stopping: "Stopping …",
  is_up: "Holdpoint is running. Ctrl-C stops it; plans are kept and continue at the next start.",
  create_a_plan: "Create a plan:",

  // The demo, and deciding a hold at the terminal.
  demo_no_terminal:
    "The demo stops at a hold, and there is no terminal to ask on. Choose what happens there: npm run demo -- --decide approve (or reject, or elsewhere).",
  demo_still_up: "Everything is still running, so you can look around. Ctrl-C stops it.",
  demo_plan: "plan {plan}, {count} {count?todo|todos}",
  demo_kept: "Stopped. The plan is kept and continues at the next start:",
  demo_elsewhere: "To decide from somewhere else:",
  demo_report: "Report",
  demo_no_report: "none, because the todo that publishes it is {status}.",
  ask_decision: "Your decision",
  ask_approve: "Approve",
  ask_approve_hint: "exactly this runs",
  ask_edit: "Edit the arguments",
  ask_edit_hint: "then approve what you wrote",
  ask_reject: "Reject",
  ask_show: "Show everything",
  ask_reason: "Why? (optional)",
  ask_argument: "Which argument?",
  ask_opens_editor: "{count} characters, opens your editor",
  edited_no_json: "What you saved is not JSON: {why}",
  no_editor: 'The editor "{editor}" did not start; set EDITOR.',

  // Agents and models.
  no_agents: "No agents are configured. Name them in holdpoint.config.ts, under `agents`.",
  no_models: "No model is configured. To name one, set `models` in holdpoint.config.ts.",
  models_are: "Models: {models}",
  tool_asks: "{tool} (after approval)",

  // Keys.
  bad_duration: "write it as 12h, 30d or 4w, up to {days}d",
  bad_key_name: '"{name}" cannot be the name of a key: it {why}.',
  key_made: "Key {id} for {name}: {roles}, {until}.",
  key_for_good: "never expires",
  key_until: "expires {at}",
  key_shown_once:
    "The key is shown only this once. Pass it to the CLI as HOLDPOINT_KEY, to other clients as\n`authorization: Bearer <key>`.",
  key_is_first: "From now on, every request to the API of {folder} needs a key.",
  key_first_not_admin:
    "This is the only key: until there is another one, nobody can do more than {roles} may. To create a key that may do everything: holdpoint key add <name> --role admin",
  no_keys: "There are no keys: this machine may do everything, other machines nothing.",
  no_such_key: 'There is no key "{id}".',
  told_key_revoked: "Key {id} of {name} was revoked at {at} and no longer works.",
  key_active: "active",
  key_expired: "expired",
  key_revoked: "revoked",
  head_roles: "ROLES",
  head_key: "KEY",
  head_end: "EXPIRES",
  head_name: "NAME",
  never: "never",

  // Plans that no worker can go on with.
  stuck: "stuck",
  stuck_since:
    '"{title}" is stuck since {at}: no worker can go on with it, in {count} {count?attempt|attempts}. Temporal says: {why}',
  no_worker_answered: "the worker did not answer in time",
  loses: "What is lost:",
  loses_todos: "{count} {count?todo|todos} will not be done",
  loses_running: "{count} {count?todo|todos} told to stop, with nothing recorded: {named}",
  loses_holds: "{count} open {count?hold|holds} that nobody decides any more",
  loses_log:
    "its log and results, which can be read in Temporal only; lists show what it told at {at}",

  // What `doctor` looks at.
  check_node: "node",
  check_encryption: "encryption",
  check_temporal_binary: "temporal binary",
  check_ports: "ports",
  check_temporal_server: "temporal server",
  check_search_attributes: "search attributes",
  check_worker: "worker",
  check_plans: "plans",
  check_clock: "clock",
} as const;
