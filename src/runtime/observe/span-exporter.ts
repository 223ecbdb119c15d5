import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FinishedSpan, SpanExporter } from './tracing.ts';
import { withTimeout } from '../jobs/repeat.ts';

/** Milliseconds that a stopping process waits for the collector. */
const stopTimeout = 2_000;

/**
 * Creates an exporter that sends spans to an OpenTelemetry collector in batches, OTLP over HTTP. The library reads
 * headers, timeout and compression from OTEL_EXPORTER_OTLP_*.
 *
 * @param endpoint the collector's URL without `/v1/traces`
 */
export function createSpanExporter(endpoint: string): SpanExporter {
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) });
  const tracers = new Map<string, Tracer>();
  // The spans have identifiers already, which the tracer requests from the generator when it creates them.
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
        await withTimeout(stopTimeout, processor.shutdown(), 'the collector did not accept the last spans');
      } catch {
        // The collector is unreachable: the last spans are lost, and the process ends normally.
      }
    },
  };
}
