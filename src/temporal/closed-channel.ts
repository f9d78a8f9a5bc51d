import {
  InterceptingCall,
  Metadata,
  status,
  type Interceptor,
  type InterceptorOptions,
  type NextCall,
} from "@grpc/grpc-js";

type Call = ReturnType<NextCall>;

/**
 * Ends calls that begin when the connection is closed. Temporal's client tries failed calls again
 * from a timer, and as nobody catches it there, gRPC's "Channel has been shut down" would end the
 * process.
 */
export const endCallsOfClosedChannel: Interceptor = (options, nextCall) =>
  new InterceptingCall(toCall(options, nextCall));

function toCall(options: InterceptorOptions, nextCall: NextCall): Call {
  try {
    return nextCall(options);
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    const over = { code: status.CANCELLED, details, metadata: new Metadata() };
    return {
      start: (_metadata, listener) => listener?.onReceiveStatus?.(over),
      sendMessageWithContext: () => undefined,
      sendMessage: () => undefined,
      startRead: () => undefined,
      halfClose: () => undefined,
      cancelWithStatus: () => undefined,
      getPeer: () => "closed",
      getAuthContext: () => null,
    };
  }
}
