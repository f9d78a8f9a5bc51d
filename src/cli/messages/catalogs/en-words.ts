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
  words_chat_yes: "Nothing was changed. To apply it, say it again with --yes at the end.",
  line_unfit: "does not fit any more: {why}",
  differs_alone: "--differs works only with --remember.",
  lines_no_numbers: "{text} names no lines: write their numbers, such as 1,3.",
  model_asked: "A model is asked …",
  model_offer:
    "Ask a model? That costs money, and shows what it proposes before anything changes. [y/N] ",
  model_instead: "A model may understand it. Nothing was changed.",
  model_ask_apply: "Apply? [y]es, lines such as 1,3, [n]o, or Enter to decide later: ",
  model_ask_why: "Why not? (Enter for no reason) ",
  model_left: "The proposal waits in the inbox as {hold}.",
  model_no: "The proposal was rejected. Nothing was changed.",
  model_unchanged: "The model sees nothing to change: {summary}",
  model_failed: "No proposal came: {why}",
  model_plan_over: "the plan has ended.",
  chat_help_replan: "ask a model what should change",
  arg_plan_text:
    "A YAML or JSON file, - for standard input, an outline's file (.md, .txt), or an outline in words",
  flag_outline: "An outline in words instead: a file, or - for standard input",
  no_such_file:
    'There is no file "{file}" here. If these words say what is wanted, end them with a full stop.',
  plan_new_one:
    "Name one plan file, or say in words what is wanted, or name an outline's file with --outline.",
  import_no_outline:
    "What can be imported is an ExecutionPlan or a PlanningState, as YAML or JSON. A file that is called .md or .txt is an outline in words, which `holdpoint plan new` starts; its dry run only tells what is understood.",
  check_no_outline:
    "A file that is called .md or .txt is an outline in words, which only the API reads. Its dry run tells what is understood, and starts nothing.",
  outline_left:
    "{count} {count?place of the outline was|places of the outline were} not understood. Nothing was started.",
  chat_help_plan: "start another plan: boil, then pour",
  chat_planned: "Plan {plan} has started: {command}",
} as const;
