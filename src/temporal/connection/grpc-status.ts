import { status } from "@grpc/grpc-js";
import { isGrpcServiceError, ServiceError } from "@temporalio/client";

/** A gRPC status that is an error, by its name. */
export type GrpcStatus = Exclude<keyof typeof status, "OK">;

/** What gRPC said, of an error of its own or of one that was caused by it. */
export function grpcErrorIn(error: unknown) {
  // The connection of a worker throws gRPC's own, and they count as the client's `ServiceError`, too.
  if (isGrpcServiceError(error)) return error;
  const cause = error instanceof ServiceError ? error.cause : undefined;
  return isGrpcServiceError(cause) ? cause : undefined;
}

/** Whether a call of Temporal ended with this status. */
export function hasGrpcStatus(error: unknown, name: GrpcStatus): boolean {
  return grpcErrorIn(error)?.code === status[name];
}
