import type { Command, CommandContext, RouteMap } from "@stricli/core";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import {
  COMPLETION_SCRIPTS,
  type Candidates,
  type Shell,
} from "../../terminal/completion-scripts.ts";

type Target = RouteMap<CommandContext> | Command<CommandContext>;

/**
 * `holdpoint completion`: a script for the shell, made of the commands that there are.
 * @param loadAll is asked when the command runs, as it loads this command, too.
 */
export function createCompletionCommand(loadAll: () => Promise<RouteMap<CommandContext>>) {
  return defineCommand({
    help: "completion",
    isLocal: true,
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/holdpoint",
      "completion zsh >> ~/.zshrc",
      "completion fish > ~/.config/fish/completions/holdpoint.fish",
    ],
    args: ["shell"],
    async run(session, [shell]) {
      if (!isShell(shell)) {
        throw usageError(words("unknown_shell", { shell }), "holdpoint completion bash");
      }
      const candidates = collect(await loadAll(), []);
      session.show(Object.fromEntries(candidates), () => [COMPLETION_SCRIPTS[shell](candidates)]);
    },
  });
}

function isShell(text: string): text is Shell {
  return Object.hasOwn(COMPLETION_SCRIPTS, text);
}

function collect(target: Target, path: readonly string[]): Candidates {
  const own = path.join(" ");
  if (!("getAllEntries" in target)) return ofCommand(target, own);
  const entries = target.getAllEntries().filter(({ hidden }) => !hidden);
  const name = (entry: (typeof entries)[number]): string => entry.name["convert-camel-to-kebab"];
  return new Map([
    [own, entries.map(name)],
    ...entries.flatMap((entry) => [...collect(entry.target, [...path, name(entry)])]),
  ]);
}

/** A command's flags, with the values of those that allow only a few. */
function ofCommand({ parameters }: Command<CommandContext>, path: string): Candidates {
  const flags = Object.entries(parameters.flags ?? {}).map(([name, flag]) => ({
    name: `--${name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`,
    values: "values" in flag ? (flag.values as readonly string[]) : [],
  }));
  return new Map([
    [path, [...flags.map(({ name }) => name), "--help"]],
    ...flags
      .filter(({ values }) => values.length > 0)
      .map(({ name, values }) => [`${path} ${name}`, values] as const),
  ]);
}
