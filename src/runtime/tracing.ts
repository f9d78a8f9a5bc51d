import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { Resource } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { OpenTelemetryPlugin } from "@temporalio/interceptors-opentelemetry";

export interface Tracing {
  /** Hands traces on from the API's requests through workflows to activities. */
  readonly plugins: OpenTelemetryPlugin[];
  /** Sends what is left and stops. */
  stop(): Promise<void>;
}

/**
 * Sends this process's traces to an OpenTelemetry collector, or to nowhere without an address.
 * @param url the collector's address for traces over HTTP, as http://127.0.0.1:4318/v1/traces.
 * @param service how this process is called in traces.
 */
export function startTracing(url: string | undefined, service: string): Tracing {
  if (url === undefined) return { plugins: [], stop: async () => undefined };
  const resource = new Resource({ "service.name": service });
  const spanProcessor = new BatchSpanProcessor(new OTLPTraceExporter({ url }));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [spanProcessor] });
  provider.register();
  return {
    plugins: [new OpenTelemetryPlugin({ resource, spanProcessor })],
    // A collector that has gone must not keep a process from stopping.
    stop: () => provider.shutdown().catch(() => undefined),
  };
}
