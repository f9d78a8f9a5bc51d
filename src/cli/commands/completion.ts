import type { Command, CommandContext, RouteMap } from "@stricli/core";
import { CliError, EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { words } from "../words-here.ts";

type Target = RouteMap<CommandContext> | Command<CommandContext>;

/** What may follow each beginning of a command line: `plan` → new list …, `plan new` → --id … */
type Candidates = ReadonlyMap<string, readonly string[]>;

/**
 * `holdpoint completion`: a script for the shell, made of the commands that there are.
 * @param root is asked for when the command runs, as it holds this command.
 */
export function createCompletionCommand(root: () => RouteMap<CommandContext>) {
  return defineCommand({
    brief: "brief_completion",
    isLocal: true,
    full: "full_completion",
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/holdpoint",
      "completion zsh >> ~/.zshrc",
    ],
    args: ["shell"],
    flags: {},
    run(session, [shell]) {
      if (shell !== "bash" && shell !== "zsh") {
        throw new CliError(
          words("unknown_shell", { shell }),
          "holdpoint completion bash",
          EXIT.usage,
        );
      }
      const candidates = collect(root(), []);
      session.show(Object.fromEntries(candidates), () => [script(candidates, shell)]);
      return Promise.resolve();
    },
  });
}

function collect(target: Target, path: readonly string[]): Candidates {
  const own = path.join(" ");
  if (!("getAllEntries" in target)) return new Map([[own, flagsOf(target)]]);
  const entries = target.getAllEntries().filter(({ hidden }) => !hidden);
  const name = (entry: (typeof entries)[number]): string => entry.name["convert-camel-to-kebab"];
  return new Map([
    [own, entries.map(name)],
    ...entries.flatMap((entry) => [...collect(entry.target, [...path, name(entry)])]),
  ]);
}

function flagsOf({ parameters }: Command<CommandContext>): string[] {
  const names = Object.keys(parameters.flags ?? {});
  return [...names, "help"].map(
    (name) => `--${name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`,
  );
}

function script(candidates: Candidates, shell: "bash" | "zsh"): string {
  const cases = [...candidates].map(([path, next]) => `    "${path}") next="${next.join(" ")}" ;;`);
  const lines = [
    "_holdpoint() {",
    '  local path="" next="" word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) break ;; esac',
    '    path="${path:+$path }$word"',
    "  done",
    // Behind a command stand its arguments: the longest beginning that is known counts.
    '  while [ -n "$path" ]; do',
    '    case "$path" in',
    `      ${[...candidates.keys()]
      .filter((path) => path !== "")
      .map((path) => `"${path}"`)
      .join("|")}) break ;;`,
    '      *" "*) path="${path% *}" ;;',
    '      *) path="" ;;',
    "    esac",
    "  done",
    '  case "$path" in',
    ...cases,
    "  esac",
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    "}",
    "complete -o default -F _holdpoint holdpoint",
  ];
  const zsh = [
    "autoload -U +X compinit && compinit",
    "autoload -U +X bashcompinit && bashcompinit",
  ];
  return [...(shell === "zsh" ? zsh : []), ...lines].join("\n");
}
