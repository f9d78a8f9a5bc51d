import { spawn } from "node:child_process";
import { CliError, EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { withPlan } from "../find-plan.ts";
import { switchFlag, textFlag } from "../flags.ts";
import { retell } from "../messages/retell.ts";
import { readBoard } from "../read-board.ts";
import { dim, green } from "../render/colors.ts";
import { watchForStop } from "../until-stopped.ts";
import { language, words } from "../words-here.ts";

const placeFlags = {
  address: textFlag("flag_address", "host:port"),
  namespace: textFlag("flag_namespace", "name"),
};
const configFlag = { config: textFlag("flag_config", "file") };

/** `holdpoint api`: the API alone, beside a Temporal and workers that run elsewhere. */
export const apiCommand = defineCommand({
  brief: "brief_api",
  isLocal: true,
  full: "full_api",
  examples: ["api --address temporal.internal:7233 --namespace plans"],
  args: [],
  flags: { ...placeFlags, ...configFlag },
  async run(session, _, { config: file, ...place }) {
    const stop = watchForStop();
    try {
      const { loadConfig } = await import("../../runtime/config.ts");
      const { startApi } = await import("../../runtime/api.ts");
      const { pino } = await import("pino");
      const config = await loadConfig(process.cwd(), file);
      const api = await startApi({
        config,
        place: definedOnly(place),
        // Standard output is for what was asked: the address.
        log: pino(pino.destination(2)),
        onLine: (line) => session.say(retell(line, language)),
      });
      session.show({ url: api.url }, () => [words("api_is_at", { url: api.url })]);
      await stop.told;
      await api.close();
    } finally {
      stop.release();
    }
  },
});

/** `holdpoint setup`: what a Temporal that somebody else runs needs before plans can run there. */
export const setupCommand = defineCommand({
  brief: "brief_setup",
  isLocal: true,
  full: "full_setup",
  examples: ["setup --address temporal.internal:7233 --namespace plans"],
  args: [],
  flags: placeFlags,
  async run(session, _, place) {
    const { setUpTemporal } = await import("../../runtime/set-up-temporal.ts");
    const setup = await setUpTemporal(definedOnly(place));
    const { address, namespace, changes } = setup;
    session.show(setup, () => changes.map((change) => retell(change, language)));
    const key = changes.length === 0 ? "setup_nothing" : "setup_done";
    session.say(`${green("✔")} ${words(key, { address, namespace })}`);
    session.say(dim(words("next_step", { next: "holdpoint worker" })));
  },
});

/** `holdpoint open`: where Temporal's UI shows a plan. */
export const openCommand = defineCommand({
  brief: "brief_open",
  full: "full_open",
  examples: ["open tea", "open tea --browser"],
  args: ["plan"],
  flags: {
    ...configFlag,
    ui: textFlag("flag_ui", "url"),
    namespace: placeFlags.namespace,
    browser: switchFlag("flag_browser"),
  },
  async run(session, [given], { config, ui, namespace = "default", browser }) {
    const { plan } = await withPlan(session, given, (id) => readBoard(session, id, 1));
    const base = ui ?? process.env["HOLDPOINT_TEMPORAL_UI"] ?? (await uiHere(config));
    if (base === undefined || !/^https?:/.test(base) || !URL.canParse(base)) {
      throw new CliError(words("no_ui"), `holdpoint open ${plan.id} --ui <url>`, EXIT.usage);
    }
    const path = `/namespaces/${encodeURIComponent(namespace)}/workflows/plan-${plan.id}`;
    const url = new URL(path, base).href;
    session.show({ url }, () => [url]);
    if (browser) await openBrowser(url);
  },
});

async function uiHere(file: string | undefined): Promise<string | undefined> {
  const { findTemporalUi } = await import("../../runtime/find-ui.ts");
  const { loadConfig } = await import("../../runtime/config.ts");
  const { dataDir } = await loadConfig(process.cwd(), file);
  return findTemporalUi(dataDir);
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
