import {
  InterceptingCall,
  Metadata,
  status,
  type Interceptor,
  type InterceptorOptions,
  type NextCall,
} from "@grpc/grpc-js";
import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from "@temporalio/client";

type Call = ReturnType<NextCall>;

/** One request, for all the attempts that are made for it. */
interface Request {
  attempt?: Call;
  isCancelled: boolean;
}

/**
 * Tries failed calls again as Temporal's client does by itself, mended in two places. A request that
 * was called off is not tried again: the client cancels its first attempt only, and would send it
 * seconds after somebody was told that it had failed. And an attempt that begins when the connection
 * is closed ends: nobody catches gRPC's "Channel has been shut down" in the client's timer, and it
 * would end the process.
 */
export function createRetryInterceptors(): Interceptor[] {
  const requests = new WeakMap<InterceptorOptions, Request>();

  const eachRequest: Interceptor = (options, nextCall) => {
    // The attempts get the same object, and no other request does.
    const own = { ...options };
    const request: Request = { isCancelled: false };
    requests.set(own, request);
    return new InterceptingCall(nextCall(own), {
      cancel(next) {
        request.isCancelled = true;
        next();
        request.attempt?.cancelWithStatus(status.CANCELLED, CALLED_OFF);
      },
    });
  };

  const eachAttempt: Interceptor = (options, nextCall) => {
    const request = requests.get(options);
    const attempt = request?.isCancelled ? ended(CALLED_OFF) : tryToCall(options, nextCall);
    if (request !== undefined) request.attempt = attempt;
    return new InterceptingCall(attempt);
  };

  return [eachRequest, makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), eachAttempt];
}

const CALLED_OFF = "The request was called off.";

function tryToCall(options: InterceptorOptions, nextCall: NextCall): Call {
  try {
    return nextCall(options);
  } catch (error) {
    return ended(error instanceof Error ? error.message : String(error));
  }
}

/** A call that is over before it begins. */
function ended(details: string): Call {
  const over = { code: status.CANCELLED, details, metadata: new Metadata() };
  return {
    start(_metadata, listener) {
      // As gRPC does for a call without an answer: Temporal's client counts on it.
      listener?.onReceiveMessage?.(null);
      listener?.onReceiveStatus?.(over);
    },
    sendMessageWithContext: () => undefined,
    sendMessage: () => undefined,
    startRead: () => undefined,
    halfClose: () => undefined,
    cancelWithStatus: () => undefined,
    getPeer: () => "closed",
    getAuthContext: () => null,
  };
}
