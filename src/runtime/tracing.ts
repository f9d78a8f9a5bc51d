import type { OpenTelemetryPlugin } from "@temporalio/interceptors-opentelemetry";
import type { BundleOptions } from "@temporalio/worker";
import { TRACES_MODULE } from "./workers/workflow-code.ts";

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
export async function startTracing(url: string | undefined, service: string): Promise<Tracing> {
  if (url === undefined) return { plugins: [], stop: async () => undefined };
  // Loaded where they are wanted: all of them together take a part of a second.
  const [api, exporter, resources, sdk, temporal] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-node"),
    import("@temporalio/interceptors-opentelemetry"),
  ]);
  const resource = new resources.Resource({ "service.name": service });
  const spanProcessor = new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }));
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors: [spanProcessor] });
  provider.register();
  class TracingPlugin extends temporal.OpenTelemetryPlugin {
    // Its own interceptors of workflows make replays differ: see workflows/trace-workflows.ts
    override configureBundler(options: BundleOptions): BundleOptions {
      const { workflowInterceptorModules: modules = [] } = options;
      return { ...options, workflowInterceptorModules: [...modules, TRACES_MODULE] };
    }
  }
  return {
    plugins: [new TracingPlugin({ resource, spanProcessor })],
    async stop() {
      const current = api.trace.getTracerProvider();
      // A process has one provider, and takes no other while there is one, if it has been shut down or not.
      if (current instanceof api.ProxyTracerProvider && current.getDelegate() === provider) {
        for (const part of [api.trace, api.context, api.propagation]) part.disable();
      }
      // A collector that has gone must not keep a process from stopping.
      await provider.shutdown().catch(() => undefined);
    },
  };
}
