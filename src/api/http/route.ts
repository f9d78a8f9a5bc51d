import type { Context, MiddlewareHandler, TypedResponse } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { JSONParsed } from "hono/utils/types";
import { z } from "zod";
import type { Problem } from "../../contract/problems/problem.ts";
import { say, type Wording } from "../../contract/sentences/sentence.ts";
import type { Role } from "../../contract/tables/vocabulary.ts";

/** What the parts of the API are for, in the order of the document. */
export const TAGS = {
  plans: "Create plans, read them, pause, resume and cancel them.",
  todos: "Single todos: read, add, change, remove, skip, run again.",
  editing: "Change a plan while it runs, take changes back, return to versions.",
  holds: "What waits for a person, and the decisions.",
  sessions: "Sessions of agents outside: they claim todos and are told to go on when they stop.",
  mcp: "Tools and resources for models, over the Model Context Protocol.",
  live: "Events as they happen.",
  templates: "Plans with parameters.",
  schedules: "Templates that start by themselves.",
  webhooks: "Who outside is told what happens.",
  agents: "Who todos may be given to besides people.",
  tools: "What todos may run, and with which arguments.",
  "s1-todos": "Seed S1's routes; a session is a plan. Errors are problems, as everywhere else.",
  service: "The API about itself.",
} as const;

/** Headers of a request that a route understands when it says so. */
type OwnHeader = "If-Match" | "If-None-Match" | "Prefer" | "Last-Event-ID" | "Range";

/** Headers of a request that some route understands. */
export type RequestHeader = OwnHeader | "X-Request-Id" | "Accept-Language" | "Idempotency-Key";

/** A body that the route reads itself, byte by byte. */
export const BYTES = "application/octet-stream";

interface Reply {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}
type Replies = Readonly<Record<number, Reply>>;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Address = `${Method} /${string}`;

/** Everything that is said about a route except what it does. */
interface Description {
  /** The operation's name for generated clients. */
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  /** The least role of a key that may call it; `anyone` needs no key. */
  readonly role: Role | "anyone";
  /** A role that opens it, too, and is not above the other one. */
  readonly orRole?: Role;
  readonly summary: string;
  readonly headers?: readonly OwnHeader[];
  /** A body that works as it stands: for people to copy, and for tools to try. */
  readonly example?: object;
  /** Whether what is no GET writes nothing all the same, and so needs no room on the disk. */
  readonly keepsNothing?: true;
  /** Whether its answer holds a secret, which no browser and no proxy may store. */
  readonly tellsSecret?: true;
  /** Whether its ids may be words that stand in more exact addresses, where those do not have its method. */
  readonly takesWords?: true;
  /** How a body that the route does not take is refused where a problem is not what its clients read; undefined for other refusals. */
  readonly refuses?: (c: Context, problem: Problem) => Response | undefined;
  /** Takes the requests that ask for a stream before they are checked; others it passes on. */
  readonly stream?: MiddlewareHandler;
}

interface Declaration<
  At extends Address,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | typeof BYTES,
  Responses extends Replies,
> extends Description {
  /** Method and path, with parameters as `:name`. It is also the route's name in logs and metrics. */
  readonly at: At;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Of a body that is one of several things: which schema it is to be read by, for clear mistakes. */
  readonly readAs?: (written: unknown) => z.ZodType;
  /** What it answers when it does not refuse. */
  readonly responses: Responses;
  readonly handler: (
    c: Context,
    request: {
      readonly params: z.output<Params>;
      readonly query: z.output<Query>;
      readonly body: Body extends z.ZodType ? z.output<Body> : undefined;
    },
  ) => ResponseOf<Responses> | Promise<ResponseOf<Responses>>;
}

/** A route as the rest of the API sees it. */
export interface Route extends Description {
  readonly at: Address;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | typeof BYTES;
  readonly readAs?: (written: unknown) => z.ZodType;
  readonly responses: Replies;
  readonly handler: (c: Context, request: RouteRequest) => unknown;
}

/** What a handler gets of a request, checked by the route's schemas. */
export interface RouteRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type ResponseOf<Responses extends Replies> = {
  [Status in keyof Responses & StatusCode]: Responses[Status] extends {
    content: { "application/json": { schema: infer Schema extends z.ZodType } };
  }
    ? TypedResponse<JSONParsed<z.output<Schema>>, Status, "json">
    : Response;
}[keyof Responses & StatusCode];

/** Declares a route: the documents, roles, metrics and checks of requests follow from it. */
export function route<
  const At extends Address,
  const Responses extends Replies,
  Params extends z.ZodObject = never,
  Query extends z.ZodObject = never,
  Body extends z.ZodType | typeof BYTES = never,
>(declaration: Declaration<At, Params, Query, Body, Responses>): Route {
  return declaration as unknown as Route;
}

/** A response in JSON. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** A response in JSON, or as server-sent events to whoever accepts these. */
export const jsonOrStream = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema }, "text/event-stream": { schema: z.string() } },
});

/** A response in bytes that no browser shows. */
export const bytes = (description: string) => ({
  description,
  content: { [BYTES]: { schema: z.string() } },
});

/** Method and path of a route. */
export function splitAddress(at: Address): { method: string; path: string } {
  const [method = "", path = ""] = at.split(" ");
  return { method, path };
}

/** The addresses of a route. A parameter that is one of several words is no other: nothing is at those. */
export function patternOf({ at, params }: Route): RegExp {
  const { path } = splitAddress(at);
  const parts = path.split(/(:[a-z_]+)/).map((part) => {
    if (!part.startsWith(":")) return part.replaceAll(".", String.raw`\.`);
    const schema: unknown = params?.shape[part.slice(1)];
    return schema instanceof z.ZodEnum ? `(?:${schema.options.join("|")})` : "[^/]+";
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** A route's path as OpenAPI writes it: `/v1/plans/{plan_id}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:([a-z_]+)/g, "{$1}");
}

/** The role, or the two of which one is enough, that a route needs, in words. */
export function neededRole({ role, orRole }: Pick<Route, "role" | "orRole">): Wording {
  return orRole === undefined ? role : say("one_or_other", { one: role, other: orRole });
}

/** Whether a route may change something. */
export function isChanging({ at }: Route): boolean {
  return !at.startsWith("GET ");
}

/** The headers of requests that a route understands: its own, and those of every route. */
export function headersOf(route: Route): RequestHeader[] {
  // The same bytes are kept once, with or without a key.
  const idempotency = isChanging(route) && route.body !== BYTES;
  return [
    "X-Request-Id",
    "Accept-Language",
    ...(idempotency ? (["Idempotency-Key"] as const) : []),
    ...(route.headers ?? []),
  ];
}
