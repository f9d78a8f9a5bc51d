import { spawn } from "node:child_process";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { switchFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { CliError, usageError } from "../../session/errors/cli-error.ts";
import { findProject } from "../../session/find-project.ts";
import { placeFlags } from "./place-flags.ts";

/** `holdpoint open`: where Temporal's UI shows a plan. */
export const openCommand = defineCommand({
  help: "open",
  examples: ["open tea", "open tea --browser"],
  args: ["plan"],
  flags: {
    ui: textFlag("flag_ui", "url"),
    namespace: placeFlags.namespace,
    browser: switchFlag("flag_browser"),
  },
  async run(session, [planId], { ui, namespace = "default", browser }) {
    const plan = await lookAtPlan(session, planId, (id) =>
      session.client.plans.get(id, { limit: 1 }),
    );
    const base = ui ?? process.env["HOLDPOINT_TEMPORAL_UI"] ?? uiHere();
    if (base === undefined || !/^https?:/.test(base) || !URL.canParse(base)) {
      throw usageError(words("no_ui"), `holdpoint open ${plan.id} --ui <url>`);
    }
    const path = `/namespaces/${encodeURIComponent(namespace)}/workflows/plan-${plan.id}`;
    const url = new URL(path, base).href;
    session.show({ url }, () => [url]);
    if (browser) await openBrowser(url);
  },
});

/** The UI of the project that this folder belongs to, when it was started here. */
function uiHere(): string | undefined {
  const project = findProject(process.cwd());
  return project?.isOwn === true && project.copyOf === undefined
    ? project.address?.temporal_ui_url
    : undefined;
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

async function openBrowser(url: string): Promise<void> {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => reject(new CliError(words("no_browser", { program }), url)));
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}
