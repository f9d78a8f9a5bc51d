/**
 * What may follow each beginning of a command line: `plan` → new list …, `plan new` → --id …,
 * `plan new --lang` → en ko.
 */
export type Candidates = ReadonlyMap<string, readonly string[]>;

/** The scripts that complete `holdpoint`, by shell. */
export const COMPLETION_SCRIPTS = { bash, zsh, fish } as const satisfies Record<
  string,
  (candidates: Candidates) => string
>;
export type Shell = keyof typeof COMPLETION_SCRIPTS;

const isValues = (path: string): boolean => /(?:^| )--/.test(path);
const isFlags = (next: readonly string[]): boolean => next[0]?.startsWith("-") === true;

/** The entries of each kind: values of a flag, flags of a command, commands of a family. */
function byKind(candidates: Candidates) {
  const all = [...candidates];
  return {
    values: all.filter(([path]) => isValues(path)),
    flags: all.filter(([path, next]) => !isValues(path) && isFlags(next)),
    commands: all.filter(([path, next]) => !isValues(path) && !isFlags(next)),
  };
}

function quotedPaths(candidates: Candidates): string[] {
  return [...candidates.keys()]
    .filter((path) => path !== "" && !isValues(path))
    .map((path) => `"${path}"`);
}

/** Writes what may stand where `$1` does, behind the words that follow it; for bash and zsh. */
function nextFunction(candidates: Candidates): string[] {
  const { values, flags, commands } = byKind(candidates);
  const cases = (entries: typeof values): string[] =>
    entries.map(([path, next]) => `    "${path}") echo "${next.join(" ")}" ;;`);
  return [
    "_holdpoint_next() {",
    '  local cur="$1" at="" last="" word',
    "  shift",
    '  for word in "$@"; do last="$word"; done',
    // Behind a command stand its arguments, which are no part of its name.
    '  for word in "$@"; do',
    '    case "${at:+$at }$word" in',
    `      ${quotedPaths(candidates).join("|")}) at="\${at:+$at }$word" ;;`,
    "      *) break ;;",
    "    esac",
    "  done",
    '  case "$at $last" in',
    ...values.map(([path, next]) => `    "${path}") echo "${next.join(" ")}"; return ;;`),
    "  esac",
    '  case "$cur" in',
    '  -*) case "$at" in',
    ...cases(flags),
    "    esac ;;",
    '  *) case "$at" in',
    ...cases(commands),
    "    esac ;;",
    "  esac",
    "}",
  ];
}

function bash(candidates: Candidates): string {
  return [
    ...nextFunction(candidates),
    "_holdpoint() {",
    '  local cur="${COMP_WORDS[COMP_CWORD]}" typed',
    '  typed=("${COMP_WORDS[@]:1:COMP_CWORD-1}")',
    // Bash takes the sign in `--lang=ko` for a word.
    '  if [ "$cur" = "=" ]; then cur=""',
    '  elif [ "${COMP_WORDS[COMP_CWORD-1]}" = "=" ]; then typed=("${typed[@]:0:${#typed[@]}-1}")',
    "  fi",
    '  COMPREPLY=($(compgen -W "$(_holdpoint_next "$cur" "${typed[@]}")" -- "$cur"))',
    "}",
    "complete -o default -F _holdpoint holdpoint",
  ].join("\n");
}

function zsh(candidates: Candidates): string {
  return [
    ...nextFunction(candidates),
    "_holdpoint() {",
    '  local cur="${words[CURRENT]}" next',
    "  local -a typed",
    '  typed=("${(@)words[2,CURRENT-1]}")',
    '  if [[ "$cur" == --*=* ]]; then',
    '    typed+=("${cur%%=*}")',
    '    cur="${cur#*=}"',
    "    compset -P '*='",
    "  fi",
    '  next="$(_holdpoint_next "$cur" "${typed[@]}")"',
    '  if [[ -n "$next" ]]; then compadd -- ${=next}; else _files; fi',
    "}",
    "(( $+functions[compdef] )) || { autoload -U compinit && compinit; }",
    "compdef _holdpoint holdpoint",
  ].join("\n");
}

function fish(candidates: Candidates): string {
  const { values, flags, commands } = byKind(candidates);
  const cases = (entries: typeof values, indent: string): string[] =>
    entries.flatMap(([path, next]) => [
      `${indent}case "${path}"`,
      `${indent}    printf '%s\\n' ${next.join(" ")}`,
    ]);
  return [
    "function __holdpoint_next",
    "    set -l typed (commandline -opc)[2..]",
    "    set -l cur (commandline -ct)",
    '    set -l at ""',
    '    set -l last "$typed[-1]"',
    '    set -l head ""',
    "    if string match -q -- '--*=*' $cur",
    "        set last (string split -m1 = -- $cur)[1]",
    '        set head "$last="',
    "    end",
    "    for word in $typed",
    '        switch (string trim "$at $word")',
    `            case ${quotedPaths(candidates).join(" ")}`,
    '                set at (string trim "$at $word")',
    "            case '*'",
    "                break",
    "        end",
    "    end",
    '    switch (string trim "$at $last")',
    ...values.flatMap(([path, next]) => [
      `        case "${path}"`,
      `            printf "$head%s\\n" ${next.join(" ")}`,
      "            return",
    ]),
    "    end",
    '    switch "$cur"',
    "        case '-*'",
    '            switch "$at"',
    ...cases(flags, "                "),
    "            end",
    "        case '*'",
    '            switch "$at"',
    ...cases(commands, "                "),
    "            end",
    "    end",
    "end",
    "complete -c holdpoint -f -n '__holdpoint_next | count >/dev/null' -a '(__holdpoint_next)'",
  ].join("\n");
}
