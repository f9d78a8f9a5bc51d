/** What is said about logs that are exported and verified. */
export const enAudit = {
  brief_audit: "A plan's log as evidence: export it, verify it",
  brief_audit_export: "Export the whole log of a plan, signed",
  full_audit_export:
    "Writes everything that happened to the plan as lines of JSON, each with a digest that takes in the one before it, and at the end the head, signed by the API. Whoever has the file can verify it with `holdpoint audit verify`, without asking anybody. Export the log before the plan is deleted: it goes with the plan.",
  brief_audit_head: "Show the digest that stands for a plan's log up to now",
  full_audit_head:
    "Writes the number of the newest event and a digest that stands for it and everything before it. Note it where nobody who runs the service can change it; later it shows, with `holdpoint audit verify --head`, that the log up to there is still what it was. It also names the keys by which the API signs.",
  brief_audit_verify: "Verify a log that was exported; asks nobody",
  full_audit_verify:
    "Checks every line, the order of the events, the chain of digests and the head. --key is the public key by which the API signs (`holdpoint audit head` names it; get it from whoever runs the service, not with the file). --head is a head that you noted before; alone, it says nothing about the events after it. At least one of them is needed, because anybody can write a log that fits itself. Exits with 1 when the log could not be verified.",
  arg_log: "A file from `holdpoint audit export`, or - for standard input",
  flag_log_key:
    "A public key that has signed it (64 hexadecimal digits); repeated, one of them has to",
  flag_noted_head: "A head that is in it, such as 12:sha256:…; repeated, each of them has to be",
  told_exported: "{count} {count?event|events} of plan {plan} in {file}.",
  told_head: "Head: {head}",
  told_signed_with: "Signed with public key {key}",
  told_signed_by_none: "Not signed: this API has no key to sign with.",
  log_came_damaged: "What came is not the whole log: {why}",
  not_a_head: '"{text}" is no head. A head is the number of an event and its digest, 12:sha256:….',
  not_a_public_key: '"{text}" is no public key: it has 64 hexadecimal digits.',
  verify_by_what:
    "Which key or head should it be checked against? Without one, anybody could have written the file.",
  verify_keys_named: "The file says that it is signed with: {keys}.",
  log_verified:
    "{file} is whole and unchanged: {count} {count?event|events} of plan {plan}, from {first} to {last}.",
  log_verified_up_to:
    "{file} is unchanged up to event {seq} of plan {plan}, from {first} to {last}.",
  log_goes_on_unproven:
    "Anybody could have written what comes after that ({count} {count?event|events}): it takes --key, or a later head.",
  log_key_met: "A key that you named has signed it on {at}.",
  log_head_met: "The head of event {seq} that you noted is in it.",
  log_decisions: "Decisions: {people}.",
  log_no_decisions: "Nobody has decided anything in it.",
  log_not_verified: "{file} could not be verified: {why}",
  fault_not_a_log: "line 1 does not say that it is a log of Holdpoint.",
  fault_unreadable: "line {line} is not in the form in which logs are written.",
  fault_out_of_order: "on line {line}, event {expected} is missing.",
  fault_altered: "line {line} does not follow from the lines before it.",
  fault_cut_off: "it ends after line {line}, without its head.",
  fault_goes_on: "line {line} comes after its head.",
  fault_other_head: "the head on line {line} does not belong to this log.",
  fault_not_signed: "no key that you named has signed it. It is signed with: {keys}.",
  fault_not_signed_by_any: "no key has signed it.",
  fault_lacks_head: "it ends before event {seq}, whose head you noted.",
  fault_differs_from_head: "the events up to {seq} are not those whose head you noted.",
} as const;
