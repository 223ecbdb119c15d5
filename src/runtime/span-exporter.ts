import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FinishedSpan, SpanExporter } from './tracing.ts';
import { withTimeout } from './with-timeout.ts';

/** Milliseconds that the end of the process waits for the collector. */
const lastWait = 2_000;

/**
 * Sends spans to an OpenTelemetry collector, OTLP over HTTP, in batches. Loaded only where one is configured. What else
 * the exporter knows (headers, timeout, compression) it reads from OTEL_EXPORTER_OTLP_*.
 *
 * @param endpoint the collector's address, without `/v1/traces`
 */
export function createSpanExporter(endpoint: string): SpanExporter {
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) });
  const tracers = new Map<string, Tracer>();
  // Spans were given their identifiers when they began; a tracer asks for them while it makes one.
  let current: FinishedSpan['context'] | undefined;
  const idGenerator = {
    generateTraceId: () => current?.traceId ?? '',
    generateSpanId: () => current?.spanId ?? '',
  };
  const tracerOf = (service: string): Tracer => {
    const known = tracers.get(service);
    if (known) return known;
    const tracer = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'platform' }),
      sampler: new AlwaysOnSampler(),
      spanProcessors: [processor],
      idGenerator,
    }).getTracer('platform');
    tracers.set(service, tracer);
    return tracer;
  };

  return {
    export: ({ service, kind, name, context, parentId, endedAt, milliseconds, attributes, failed }) => {
      const parent =
        parentId === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: context.traceId,
              spanId: parentId,
              traceFlags: TraceFlags.SAMPLED,
              isRemote: kind === 'server',
            });
      current = context;
      const span = tracerOf(service).startSpan(
        name,
        {
          kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT,
          startTime: endedAt.getTime() - milliseconds,
          attributes: { ...attributes },
        },
        parent,
      );
      current = undefined;
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    stop: async () => {
      try {
        await withTimeout(lastWait, processor.shutdown(), 'the collector did not take the last spans');
      } catch {
        // The collector is away: its spans are lost, which is no reason to end in another way.
      }
    },
  };
}
