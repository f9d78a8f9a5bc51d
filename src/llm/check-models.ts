import { APIError } from "openai";
import type { AgentSettings } from "../contract/agent.ts";
import { MODEL_ROLES, type ModelRole } from "../contract/model.ts";
import type { FoundCheck } from "../contract/service/checks.ts";
import { notice, type Notice } from "../contract/service/notices.ts";
import { startOf } from "../text/cut-text.ts";
import { modelOf, type ModelSettings } from "./model-settings.ts";
import { openAiClient } from "./open-ai-client.ts";

export interface CheckedModels {
  /** Null: none is configured. */
  readonly models: ModelSettings | null;
  readonly agents: readonly AgentSettings[];
  /** Where the key is; it is given to nobody but the server. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The configuration, for whoever has to change it. */
  readonly file: string | null;
}

/** A server that has not answered in this long is not waited for. */
const SILENT_MS = 4_000;
/** Of what a server knows. */
const MOST_NAMED = 8;

/**
 * Says of each role's model whether it can be asked: its server, the key, its name there, its price. One
 * list is asked for, which costs nothing; no answer of the server is repeated. It never throws.
 */
export async function checkModels(checked: CheckedModels): Promise<FoundCheck[]> {
  const { models, agents } = checked;
  if (models === null) {
    if (agents.length === 0) return [{ name: "models", ok: true, detail: notice("models_none") }];
    const detail = notice("models_none_for_agents");
    return [{ name: "models", ok: false, detail, fix: edit(checked) }];
  }
  if (models.script !== undefined) {
    return [{ name: "models", ok: true, detail: notice("models_script", { file: models.script }) }];
  }
  const variable = models.key_variable;
  const key = variable === null ? "none" : (checked.env[variable]?.trim() ?? "");
  if (key === "") {
    const detail = notice("models_no_key", { variable: variable ?? "", url: models.base_url });
    return [{ name: "models", ok: false, detail, fix: `export ${variable}=…` }];
  }
  const listed = await listModels(models, key);
  return [
    serverCheck(models, listed),
    ...MODEL_ROLES.map((role) => roleCheck(checked, models, role, listed)),
    ...agentChecks(checked, models, listed),
  ];
}

/** The names that a server knows; null when it answers and has no such list. */
type Listed = { readonly known: readonly string[] | null } | { readonly failed: Notice };

async function listModels({ base_url: baseURL }: ModelSettings, key: string): Promise<Listed> {
  const client = openAiClient(baseURL, key, SILENT_MS);
  try {
    const signal = AbortSignal.timeout(SILENT_MS);
    const { data: page, response } = await client.models.list({ signal }).withResponse();
    // A sign-in page, or a site, where base_url leads elsewhere: it would answer a turn with the same page.
    if (/\bhtml\b/i.test(response.headers.get("content-type") ?? "")) {
      return { failed: notice("models_page", { url: baseURL }) };
    }
    const { data } = page;
    const names = (Array.isArray(data) ? (data as unknown[]) : []).flatMap((one) => {
      const { id } = (one ?? {}) as { readonly id?: unknown };
      return typeof id === "string" ? [id] : [];
    });
    return { known: names.length > 0 ? names : null };
  } catch (error) {
    const status = error instanceof APIError ? error.status : undefined;
    if (status === undefined) return { failed: notice("models_unreachable", { url: baseURL }) };
    if (status === 401 || status === 403) {
      return { failed: notice("models_key_refused", { url: baseURL, status }) };
    }
    if (status === 404 || status === 405 || status === 501) return { known: null };
    return { failed: notice("models_odd_status", { url: baseURL, status }) };
  }
}

function serverCheck(
  { base_url: url, key_variable: variable }: ModelSettings,
  listed: Listed,
): FoundCheck {
  const name = "models";
  if ("failed" in listed)
    return { name, ok: false, detail: listed.failed, fix: `curl -sS ${url}/models` };
  const detail =
    variable === null
      ? notice("models_answer_without_key", { url })
      : notice("models_answer", { url, variable });
  return { name, ok: true, detail };
}

function roleCheck(
  checked: CheckedModels,
  settings: ModelSettings,
  role: ModelRole,
  listed: Listed,
): FoundCheck {
  const name = `model_${role}` as const;
  const model = modelOf(settings, role);
  if ("failed" in listed) {
    const detail = notice("model_not_checked", { model });
    return { name, ok: false, detail, fix: `curl -sS ${settings.base_url}/models` };
  }
  const { known } = listed;
  if (known !== null && !known.includes(model)) {
    const detail = notice("model_unknown", { model, names: named(known) });
    return { name, ok: false, detail, fix: edit(checked) };
  }
  const price = priceOf(settings, model);
  const there = notice(known === null ? "model_not_listed" : "model_known", { model });
  const cost =
    price === undefined
      ? notice("model_without_price")
      : notice("model_price", { input: price.input_per_million, output: price.output_per_million });
  return { name, ok: true, detail: notice("both", { first: there, second: cost }) };
}

/**
 * Agents with a model of their own that the server does not know, or with a limit of costs and a model without a
 * price. Their tools were checked before.
 */
function agentChecks(
  checked: CheckedModels,
  settings: ModelSettings,
  listed: Listed,
): FoundCheck[] {
  const { agents } = checked;
  if (agents.length === 0 || "failed" in listed) return [];
  const name = "agents";
  const { known } = listed;
  const strange = agents.filter(({ model }) => model !== null && known?.includes(model) === false);
  if (strange.length > 0) {
    const names = strange.map((agent) => `${agent.name} (${agent.model})`).join(", ");
    const detail = notice("agents_unknown_model", { names, known: named(known ?? []) });
    return [{ name, ok: false, detail, fix: edit(checked) }];
  }
  const usual = modelOf(settings, "agent");
  const unpriced = agents.filter(
    ({ limits, model }) =>
      limits.cost_usd !== null && priceOf(settings, model ?? usual) === undefined,
  );
  if (unpriced.length > 0) {
    const names = unpriced.map((agent) => `${agent.name} (${agent.model ?? usual})`).join(", ");
    const detail = notice("agents_without_price", { names });
    return [{ name, ok: false, detail, fix: edit(checked) }];
  }
  return [{ name, ok: true, detail: notice("agents_fine", { count: agents.length }) }];
}

const priceOf = ({ prices }: ModelSettings, model: string) =>
  Object.hasOwn(prices, model) ? prices[model] : undefined;

const edit = ({ file }: CheckedModels): string => `\${EDITOR:-vi} ${file ?? "holdpoint.config.ts"}`;

/** Some names of a list from outside, as one line. */
function named(known: readonly string[]): string {
  const shown = known.slice(0, MOST_NAMED).map((name) => startOf(name, 80));
  return [...shown, ...(known.length > MOST_NAMED ? ["…"] : [])].join(", ");
}
