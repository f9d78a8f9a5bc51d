/** The CLI's sentences about running Holdpoint here: `demo`, `start`, `key`, `doctor`. */
export const enRunning = {
  stopped_while_starting: "Stopped while starting.",
  stopping: "Stopping …",
  is_up: "Holdpoint is up. Ctrl-C stops it; plans are kept and go on at the next start.",
  create_a_plan: "Create a plan:",

  // The demo, and deciding a hold at the terminal.
  demo_no_terminal:
    "The demo stops at a hold, and there is no terminal to ask. Say what happens there: npm run demo -- --decide approve (or reject, or elsewhere).",
  demo_still_up: "Everything is still up for you to look around. Ctrl-C stops it.",
  demo_plan: "plan {plan}, {count} {count?todo|todos}",
  demo_kept: "Stopped. The plan is kept and goes on at the next start:",
  demo_elsewhere: "From elsewhere, instead of here:",
  demo_report: "Report",
  demo_no_report: "none: the todo that publishes it is {status}.",
  ask_decision: "Your decision",
  ask_approve: "Approve",
  ask_approve_hint: "exactly this runs",
  ask_edit: "Edit the arguments",
  ask_edit_hint: "then approve what you wrote",
  ask_reject: "Reject",
  ask_show: "Show everything",
  ask_reason: "Why? (may stay empty)",
  ask_argument: "Which argument?",
  ask_opens_editor: "{count} characters, opens your editor",
  edited_no_json: "What you saved is no JSON: {why}",
  no_editor: 'The editor "{editor}" did not start; set EDITOR.',

  // Keys.
  bad_duration: "write it as 12h, 30d or 4w, at most {days}d",
  bad_key_name: '"{name}" cannot be the name of a key: it {why}.',
  key_made: "Key {id} of {name}: {roles}, {until}.",
  key_for_good: "for good",
  key_until: "until {at}",
  key_shown_once:
    "It is shown only now. Give it to the CLI as HOLDPOINT_KEY, to others as\n`authorization: Bearer <key>`.",
  key_is_first: "From now on every request to the API of {folder} needs a key.",
  no_keys: "There are no keys: this machine may do everything, others nothing.",
  no_such_key: 'There is no key "{id}".',
  told_key_revoked: "Key {id} of {name} opens nothing since {at}.",
  key_active: "active",
  key_expired: "expired",
  key_revoked: "revoked",
  head_roles: "ROLES",
  head_key: "KEY",
  head_end: "END",
  head_name: "NAME",
  never: "never",

  // What `doctor` looks at.
  check_node: "node",
  check_temporal_binary: "temporal binary",
  check_ports: "ports",
  check_temporal_server: "temporal server",
  check_search_attributes: "search attributes",
  check_worker: "worker",
  check_clock: "clock",
} as const;
