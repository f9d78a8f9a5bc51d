import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { createClient, type Client } from "../../client/client.ts";
import { ConnectionError } from "../../client/connection-error.ts";
import type { PlanFilter } from "../../client/shapes.ts";
import { pauseBefore } from "../../contract/pause-before.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import type { Language } from "../../contract/sentences/catalog.ts";
import type { HoldKind } from "../../contract/tables/vocabulary.ts";
import { planOf } from "../../plan/views/holds/plan-of.ts";
import { noteOpen } from "./decided.ts";
import { noteServerTime } from "./now.ts";
import { readLog, type ReadLog } from "./read-log.ts";
import { askForKey } from "./sign-in.ts";

/** As many as the API gives at once; who scrolls on reads further ones. */
const LIST_LIMIT = 200;
/** How often a page says that it shows a hold, and looks who else does. */
const VIEWERS_MS = 5_000;
/** How often a page looks whether workers run: no plan can tell that they do not. */
const WORKERS_MS = 10_000;
/** A person who waits wants to know soon that nothing answers. */
const CALLS = { retries: 3, timeoutMs: 20_000 };

/** A server that is long gone is asked so seldom. */
const LONGEST_PAUSE_MS = 15_000;

/** How a query asks: it asks again by itself, with pauses that grow, and not within each of its calls, too. */
const ONCE = { retries: 0 } as const;

/** A client of the API that this page comes from; the browser says who asks, or else the key. */
export function createApiClient(language: Language, key = ""): Client {
  return createClient(location.origin, { key, language, via: "screen", ...CALLS });
}

export const ClientContext = createContext<Client | null>(null);

/** The client of this session. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("There is no session around this component.");
  return client;
}

const unsent = new WeakSet<object>();

/** Whether something is why a command did not come back, not why something was not read. */
export function isOfCommand(error: object): boolean {
  return unsent.has(error);
}

/** Whether what was asked once only is asked again. What was refused stays refused, but for what may pass. */
function isAskedAgain(failures: number, error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const { retries } = CALLS;
  return failures < retries && error instanceof ProblemError && [429, 503].includes(error.status);
}

/** What was read as one person, kept until the live stream says that it has changed. */
export function createQueries(turn: number): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ProblemError && error.status === 401) askForKey(turn, error.problem);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => void unsent.add(error) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // What was unreachable comes back by itself; what was refused stays refused.
        retry: (_, error) => error instanceof ConnectionError,
        retryDelay: (failures) => pauseBefore(failures, LONGEST_PAUSE_MS),
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** The names under which things are kept: each begins with what changes it. */
export const KEYS = {
  inbox: ["lists", "inbox"],
  work: ["lists", "work"],
  notices: ["lists", "notices"],
  plans: ["lists", "plans"],
  plan: (planId: string) => ["plan", planId] as const,
  agents: ["agents"],
  templates: ["templates"],
  schedules: ["schedules"],
  webhooks: ["webhooks"],
  keys: ["keys"],
} as const;

/** A question to the API under a name; it is taken back when nobody waits for the answer any more. */
export function reads<Answer>(
  queryKey: QueryKey,
  ask: (call: typeof ONCE & { readonly signal: AbortSignal }) => Promise<Answer>,
  rest: Pick<UseQueryOptions<Answer>, "staleTime" | "gcTime" | "refetchInterval" | "retry"> = {},
) {
  return queryOptions({
    retry: isAskedAgain,
    ...rest,
    queryKey,
    queryFn: ({ signal }) => ask({ ...ONCE, signal }),
  });
}

/** The open holds of all plans, the most urgent first. */
export const inboxQuery = (client: Client) =>
  reads(
    KEYS.inbox,
    async (call) => {
      const askedAt = Date.now();
      const inbox = await client.holds.list({ limit: LIST_LIMIT }, call);
      noteServerTime(inbox.read_at, askedAt);
      for (const hold of inbox.holds) noteOpen("lists", hold);
      return inbox;
    },
    { refetchInterval: WORKERS_MS },
  );

/** The open holds of a kind, the most urgent first. */
export const holdsOfKindQuery = (client: Client, kind: HoldKind) =>
  reads([...KEYS.inbox, kind], (call) => client.holds.list({ kind, limit: LIST_LIMIT }, call));

/** The open holds of a plan as lists know them, which needs no worker. */
export const listedHoldsQuery = (client: Client, planId: string) =>
  reads([...KEYS.inbox, "of-plan", planId], (call) =>
    client.holds.list({ plan_id: planId, limit: LIST_LIMIT }, call),
  );

/** What people can do or have claimed, what is due first on top. */
export const workQuery = (client: Client) =>
  reads(KEYS.work, (call) => client.todos.work({ limit: LIST_LIMIT }, call));

/** Plans that failed, until somebody acknowledges it. */
export const noticesQuery = (client: Client) =>
  reads(KEYS.notices, (call) => client.plans.notices({ limit: LIST_LIMIT }, call));

/** One hold, with what each choice does while it is open. */
export const holdQuery = (client: Client, holdId: string) =>
  reads([...KEYS.plan(planOf(holdId)), "hold", holdId], async (call) => {
    const hold = await client.holds.get(holdId, call);
    if (hold.status !== "open") return { hold, choices: null };
    noteOpen("plan", hold);
    const choices = await client.holds.choices(holdId, call).catch((error: unknown) => {
      // It was closed between the two questions.
      if (error instanceof ProblemError && [409, 410, 412].includes(error.status)) return null;
      throw error;
    });
    return choices === null
      ? { hold: await client.holds.get(holdId, call), choices }
      : { hold, choices };
  });

/** A proposal's lines, and what those that are chosen would change; all that fit while none are. */
export const proposalQuery = (client: Client, holdId: string, lines: readonly number[] | null) =>
  queryOptions({
    queryKey: [...KEYS.plan(planOf(holdId)), "proposal", holdId, lines],
    async queryFn({ signal }) {
      const wanted = lines === null || lines.length === 0 ? {} : { lines: lines.join(",") };
      const look = await client.holds.proposal(holdId, wanted, { signal });
      if (lines?.length !== 0) return look;
      return { ...look, chosen: [], diff: null, impact: null, problem: null };
    },
    placeholderData: (before) => before,
  });

/** Who else looks at a hold; asking says that one looks at it oneself. */
export const viewersQuery = (client: Client, holdId: string) =>
  reads(["viewers", holdId], (call) => client.holds.look(holdId, call), {
    refetchInterval: VIEWERS_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** A todo with all that it was given and gave. */
export const todoQuery = (client: Client, planId: string, todoId: string) =>
  reads([...KEYS.plan(planId), "todo", todoId], (call) => client.todos.get(planId, todoId, call));

/** What can be done now: to a plan, or to one of its todos and its hold. */
export const actionsQuery = (client: Client, planId: string, todoId?: string) =>
  reads([...KEYS.plan(planId), "actions", todoId ?? null], (call) =>
    client.plans.actions(planId, { todo_id: todoId }, call),
  );

/** What skipping, retrying and running a todo again would do. */
export const todoChoicesQuery = (client: Client, planId: string, todoId: string) =>
  reads([...KEYS.plan(planId), "choices", todoId], (call) =>
    client.todos.choices(planId, todoId, call),
  );

/** Every request to people that a plan has made, decided ones too. */
export const allHoldsQuery = (client: Client, planId: string) =>
  reads([...KEYS.plan(planId), "all-holds"], (call) =>
    client.plans.holds(planId, { status: "all" }, call),
  );

/** A plan's goal: how it was planned, and what came of it. */
export const goalQuery = (client: Client, planId: string) =>
  reads([...KEYS.plan(planId), "goal"], (call) => client.plans.get(planId, { limit: 1 }, call));

/** Some of a plan's todos with all that they are given, in plan order. */
export const givenQuery = (client: Client, planId: string, offset: number, limit: number) =>
  reads([...KEYS.plan(planId), "given", offset, limit], (call) =>
    client.plans.get(planId, { offset, limit }, call),
  );

/** Every request about a todo, decided ones too. */
export const holdsOfTodoQuery = (client: Client, planId: string, todoId: string) =>
  reads([...KEYS.plan(planId), "holds-of", todoId], (call) =>
    client.plans.holds(planId, { status: "all", todo_id: todoId }, call),
  );

/** A page of plans. */
export const plansQuery = (client: Client, filter: PlanFilter) =>
  queryOptions({
    queryKey: [...KEYS.plans, filter],
    retry: isAskedAgain,
    async queryFn({ signal }) {
      const askedAt = Date.now();
      const list = await client.plans.list(filter, { ...ONCE, signal });
      noteServerTime(list.read_at, askedAt);
      return list;
    },
    placeholderData: (before) => before,
  });

/** What happened to a plan, or to a todo or of some types, oldest first; only what is new is read again. */
export const logQuery = (
  client: Client,
  planId: string,
  of: { readonly todo_id?: string; readonly types?: string },
) =>
  queryOptions({
    queryKey: [...KEYS.plan(planId), "log", of],
    queryFn: ({ signal, client: queries, queryKey }) =>
      readLog(client, planId, { ...of, signal, known: queries.getQueryData<ReadLog>(queryKey) }),
  });

/** Every version of a plan, with what it changed. */
export const versionsQuery = (client: Client, planId: string) =>
  reads([...KEYS.plan(planId), "versions"], (call) => client.plans.versions(planId, call));

/** The agents and models that there are. */
export const agentsQuery = (client: Client) =>
  reads(KEYS.agents, (call) => client.agents.list(call), { staleTime: 60_000 });

/** The tools that todos may run. */
export const toolsQuery = (client: Client) =>
  reads(["tools"], (call) => client.tools.list({}, call), { staleTime: 60_000 });

/** Who this is here, and how the installation is set up. */
export const systemQuery = (client: Client) =>
  reads(["about"], (call) => client.service.system(call), { staleTime: Infinity });

/** Who this is, and by which key. */
export const signInQuery = (client: Client) =>
  reads(["sign-in"], (call) => client.service.signedIn(call), { staleTime: Infinity });

/** Plans that are kept to be started again. */
export const templatesQuery = (client: Client) =>
  reads(KEYS.templates, (call) => client.templates.list(call));

/** A template, with what it asks for each time. */
export const templateQuery = (client: Client, templateId: string) =>
  reads([...KEYS.templates, templateId], (call) => client.templates.get(templateId, call));

/** Templates that start by themselves. */
export const schedulesQuery = (client: Client) =>
  reads(KEYS.schedules, (call) => client.schedules.list(call));

export const scheduleQuery = (client: Client, scheduleId: string) =>
  reads([...KEYS.schedules, scheduleId], (call) => client.schedules.get(scheduleId, call));

/** Who outside is told what happens. */
export const webhooksQuery = (client: Client) =>
  reads(KEYS.webhooks, (call) => client.webhooks.list(call));
