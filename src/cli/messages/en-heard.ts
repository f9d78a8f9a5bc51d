/**
 * Sentences for people that other rooms say, word for word, so that `retell` finds them and says
 * them in the person's language. Those that would fit more come after those that fit less.
 */
export const enHeard = {
  // While starting, and while running.
  heard_temporal_up: "Temporal is up at {address}, its UI at {ui}.",
  heard_worker_polls: "A worker is polling (pid {pid}).",
  heard_api_at: "The API is at {url}.",
  heard_port_busy: "Port {port} is busy: the API is on {other}.",
  heard_worker_ended: "The worker (pid {pid}) ended ({how}); starting another.",
  heard_worker_back: "The worker is back (pid {pid}).",
  heard_server_ended: "Temporal's server (pid {pid}) ended; starting it again.",
  heard_server_back: "Temporal is back (pid {pid}); plans go on.",
  heard_tried_again: "It did not start, and is tried again: {why}",
  heard_waiting: "Waiting for pid {pid}, which is starting Temporal here",
  heard_shared: "Temporal ({at}) already serves {folder}: using it; pid {pid} will stop it",
  heard_taken_over: "Temporal ({at}) outlived the process that started it: this one takes it over",
  heard_aside: "An earlier first start was cut off; its unfinished database is now {file}",
  heard_in_use: "{what} {wanted} is in use: taking {got}",
  heard_is_used: "{what} {wanted} is used by another program.",
  heard_port: "Port",
  heard_ui_port: "Temporal UI's port",
  heard_temporal: "Temporal: {change}",
  heard_namespace_made: "created namespace {namespace}",
  heard_namespace_keeps: "namespace {namespace} keeps histories for {days} days",
  heard_attributes_added: "added search attributes {names}",
  heard_building: "Building the Temporal server with Go, once: 3-5 minutes",
  heard_building_for: "Building the Temporal server: {elapsed}",
  heard_downloading: "Downloading Temporal: {megabytes} MB after {seconds} s",
  heard_other_gets: "Another process (pid {pid}) is getting the Temporal server: waiting",
  heard_trying: "No Temporal server here yet: trying {place}",
  heard_gave_nothing: "{place} gave nothing: {why}",
  heard_although: "Using {path} as HOLDPOINT_TEMPORAL_BINARY says, although {problem}",

  // What doctor finds.
  heard_old_node: "Node {version} is older than {oldest}",
  heard_no_binary: "No Temporal server here yet; the first start downloads or builds it",
  heard_binary: "{path} (server {version}, from {source})",
  heard_embedded: "The embedded server is on port {port}",
  heard_nobody: "No Temporal at {address}: {why}",
  heard_nothing_listens: "nothing listens there",
  heard_listens_other: "what listens there is not this folder's server",
  heard_not_serving: "it does not say it serves",
  heard_not_checked: "not checked: no Temporal answers at {address}",
  heard_all_there: "all {count} are there",
  heard_missing: "missing in namespace {namespace}: {names}",
  heard_polling: "{count} polling task queue {queue}",
  heard_no_polling: "no worker polls task queue {queue} for {kinds}",
  heard_plans: "plans",
  heard_tools: "tools",
  heard_plans_and_tools: "plans and tools",
  heard_clock_hidden: "the server did not show its clock",
  heard_clock_same: "same as the server's",
  heard_clock_ahead: "the server's is {seconds} s ahead of ours",
  heard_clock_behind: "the server's is {seconds} s behind ours",

  // What keeps it from starting.
  heard_no_answer_start:
    "No Temporal answers at {address}. Start one (holdpoint start), or name another by --address or TEMPORAL_ADDRESS. ({why})",
  heard_no_answer:
    "No Temporal answers at {address}. Name another by --address or TEMPORAL_ADDRESS.",
  heard_not_an_address: "api.host {host} is not an address of this machine.",
  heard_needs_key:
    "api.host {host} lets others than this machine reach the API, and there is no valid key. Make one first: holdpoint key add <name> --role admin. Or leave api.host out to serve this machine only.",
  heard_worker_not_started: "The worker did not start; its log is {file}.",
  heard_no_configuration:
    "{file} is not a configuration: {why}. It must `export default defineConfig({ … })`.",
  heard_no_tools: '{file} must export "tools", an array of tools made with defineTool().',
  heard_no_such_file: "{file} does not exist.",
  heard_bad_keys:
    "{file} cannot be read as a list of keys: {why}. Bring back a copy, or move the file away and make new keys (holdpoint key add).",
  heard_no_free_port: "No free port on {host} from {from} to {to}.",
  heard_not_stopped: "Temporal (pid {pid}) was told to stop and has not. {mend}",
  heard_not_answering: "A Temporal server ({at}) has {file} open but does not answer. {mend}",
  heard_end_it: "End it with `{command}` and start again.",
  heard_bad_key: "The key is not of the form hp_….",
  heard_name_signs:
    "must be letters, digits, or one of . _ @ + -, beginning with a letter or digit",
  heard_name_long: "must have at most {count} characters",
  heard_name_taken: "is a name that Holdpoint uses itself",

  // These fit much: last.
  heard_port_used: "{port} is in use, the next start takes {other}",
  heard_port_free: "{port} is free",
  heard_place: "{address}, namespace {namespace}",
  heard_two: "{first}; {second}",
} as const;
