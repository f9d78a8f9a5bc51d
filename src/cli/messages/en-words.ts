/** What the CLI says about plans and edits in words. */
export const enWords = {
  arg_words: "What to change, in words; nothing else is then needed",
  edit_words_only:
    "Say the change in words, or by --file and settings: not both at once. Nothing was changed.",
  words_instead: "understood would be: {examples}",
  words_which: 'Which one is "{name}"?',
  words_new_todo: "a new todo",
  words_ask_which: "Number, or nothing for none: ",
  words_ask_apply: "Apply? [y]es, [p]ick lines, [N]o: ",
  words_ask_line: 'Apply "{text}"? [y/N] ',
  words_sure: "Apply this to {plan}?",
  words_none: "None of it was understood. Nothing was changed.",
  words_partly:
    "Not all of it was understood, so --yes applies nothing. Write again only what was understood, or choose lines at a terminal.",
  words_refused: "The plan does not take this edit: {detail} Nothing was changed.",
  words_moved: "The plan has changed meanwhile. This is what it would be now:",
  words_chat_yes: "Nothing was changed. To apply it, say it again with --yes behind it.",
  arg_plan_text: "A YAML or JSON file, - for standard input, or an outline in words",
  flag_outline: "An outline in words instead: a file, or - for standard input",
  plan_new_one:
    "Name one plan file, or say in words what is wanted, or name an outline's file with --outline.",
  outline_left:
    "{count} {count?place of the outline was|places of the outline were} not understood. Nothing was started.",
  chat_help_plan: "start another plan: boil, then pour",
  chat_planned: "Plan {plan} has started: {command}",
} as const;
