import { fillPath, type Ids } from "./address.ts";
import { sendRequest, type ApiRequest, type Caller, type CallOptions } from "./send-request.ts";

/** How a call is made that is meant for one version. */
export interface VersionOptions extends CallOptions {
  /** The version of the plan, or of the agent, that the change is made for; at any other, it is refused. */
  readonly version?: number | undefined;
}

/** How a call is made that can also be asked what it would do: with `validateOnly`, nothing is changed. */
export interface ChangeOptions extends VersionOptions {
  readonly validateOnly?: boolean | undefined;
}

/** What a call sends; it can be left out when all of it can. */
type InputArgument<Input> = object extends Input ? [input?: Input] : [input: Input];
/** The answer to a call that takes `validateOnly`, by its options. */
type Unless<Options, Preview, Done> = Options extends { readonly validateOnly: true }
  ? Preview
  : Options extends { readonly validateOnly: false | undefined }
    ? Done
    : "validateOnly" extends keyof Options
      ? Preview | Done
      : Done;

type Read<Path extends Ids, Answer, Options> = (
  ...args: [...Path, options?: Options]
) => Promise<Answer>;
type Send<Path extends Ids, Input, Answer, Options = CallOptions> = (
  ...args: [...Path, ...InputArgument<Input>, options?: Options]
) => Promise<Answer>;
type Change<Path extends Ids, Input, Done, Preview> = <Options extends ChangeOptions = object>(
  ...args: [...Path, ...InputArgument<Input>, options?: Options]
) => Promise<Unless<Options, Preview, Done>>;

/**
 * Makes the calls of one API, each of a route such as `GET /v1/plans/:plan_id`: it takes the ids of
 * the path, then what it sends, then its options. What the API answers is taken at its word: the
 * type that a call is made with is nowhere checked.
 */
export function createCalls(url: string, caller: Caller, defaults: CallOptions) {
  const call = async (
    route: string,
    args: readonly unknown[],
    takesInput: boolean,
    answer: ApiRequest["answer"] = "json",
  ): Promise<never> => {
    const [method = "", template = ""] = route.split(" ");
    const ids = template.split(":").length - 1;
    const input = (takesInput ? args[ids] : undefined) as object | undefined;
    const options = (args[takesInput ? ids + 1 : ids] ?? {}) as ChangeOptions;
    const hasBody = ["POST", "PUT", "PATCH"].includes(method);
    // A body is passed on as it is: it may be millions of bytes.
    const { range, ...query } = (hasBody ? {} : (input ?? {})) as { range?: ApiRequest["range"] };
    const request = {
      method,
      path: fillPath(template, args as Ids, caller.language),
      query: { ...query, validate_only: options.validateOnly },
      body: hasBody ? (input ?? {}) : undefined,
      answer,
      version: options.version,
      ...(answer === "bytes" && { range }),
    };
    return sendRequest(url, request, {
      ...caller,
      signal: options.signal ?? defaults.signal,
      retries: options.retries ?? defaults.retries,
      timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    }) as Promise<never>;
  };
  return {
    /** A call that sends nothing. */
    read:
      <Path extends Ids, Answer, Options extends CallOptions = CallOptions>(
        route: string,
        answer?: ApiRequest["answer"],
      ): Read<Path, Answer, Options> =>
      (...args) =>
        call(route, args, false, answer),
    /** A call for bytes: all of them, or those of a range. */
    bytes:
      <Path extends Ids, Input extends object>(
        route: string,
      ): Send<Path, Input & { readonly range?: ApiRequest["range"] }, Uint8Array> =>
      (...args) =>
        call(route, args, true, "bytes"),
    /** A call that sends its input: in the body, or in the query where there is no body. */
    send:
      <Path extends Ids, Input, Answer, Options extends CallOptions = CallOptions>(
        route: string,
      ): Send<Path, Input, Answer, Options> =>
      (...args) =>
        call(route, args, true),
    /** As `send`, for a call that can also be asked what it would do. */
    change:
      <Path extends Ids, Input, Done, Preview>(route: string): Change<Path, Input, Done, Preview> =>
      (...args) =>
        call(route, args, true),
  };
}
