import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { parseTraceContext, type TraceContext, formatTraceparent } from '../protocol/trace-context.ts';

/** A finished span. It contains no URL, because URLs of links and push subscriptions are secret. */
export interface FinishedSpan {
  readonly service: string;
  readonly kind: 'server' | 'client';
  readonly name: string;
  readonly context: TraceContext;
  /** Identifier of the parent span; undefined for the root of a trace. */
  readonly parentId: string | undefined;
  readonly endedAt: Date;
  readonly milliseconds: number;
  /** Attributes of OpenTelemetry's semantic conventions for HTTP. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

export interface SpanExporter {
  readonly export: (span: FinishedSpan) => void;
  /** Sends the remaining spans. */
  readonly stop: () => Promise<void>;
}

/** A span that has started: its context and its parent. */
export interface Span {
  readonly context: TraceContext;
  readonly parentId: string | undefined;
}

export interface Tracing {
  /** Starts the span of a received request: in the caller's trace, or as the root of a new trace. */
  readonly serverSpan: (headers: IncomingHttpHeaders) => Span;
  /** Starts the span of an outgoing request: below the current span, or as the root of a new trace. */
  readonly clientSpan: () => Span;
  /** Runs `work` with `span` as the current span. */
  readonly withSpan: <Result>(span: Span, work: () => Result) => Result;
  /** Returns the `traceparent` of the current span, for {@link Tracing.continueTrace}; null without a span. */
  readonly currentTraceparent: () => string | null;
  /** Runs deferred work in the trace of a stored `traceparent`; null: in no trace. */
  readonly continueTrace: <Result>(traceparent: string | null, work: () => Result) => Result;
  /** Receives finished spans; undefined when no collector is configured. */
  readonly exporter: SpanExporter | undefined;
  readonly now: () => Date;
}

export interface TracingOptions {
  readonly randomBytes: (length: number) => Uint8Array;
  readonly now: () => Date;
  readonly exporter?: SpanExporter | undefined;
  /** Share of new traces that are sampled, 0 to 1. The caller decides for its own traces. */
  readonly ratio?: number;
}

/** Random bytes per call, whose cost hardly depends on the length. */
const bytesPerBuffer = 4096;

export function createTracing({ randomBytes, now, exporter, ratio = 1 }: TracingOptions): Tracing {
  const currentSpan = new AsyncLocalStorage<Span | undefined>();
  let buffered = '';
  let used = 0;
  /** Lowercase hexadecimal characters. */
  const random = (length: number): string => {
    if (used + length > buffered.length) {
      buffered = Buffer.from(randomBytes(bytesPerBuffer)).toString('hex');
      used = 0;
    }
    used += length;
    return buffered.slice(used - length, used);
  };
  const isSampled = () => exporter !== undefined && Number.parseInt(random(8), 16) < ratio * 2 ** 32;

  const childOf = (parent: TraceContext): Span => ({
    context: { ...parent, spanId: random(16) },
    parentId: parent.spanId,
  });
  const createRoot = (): Span => ({
    context: { traceId: random(32), spanId: random(16), sampled: isSampled() },
    parentId: undefined,
  });

  return {
    serverSpan: ({ traceparent, tracestate }) => {
      if (traceparent === undefined) return createRoot();
      const parent = parseTraceContext(String(traceparent), tracestate === undefined ? undefined : String(tracestate));
      return parent ? childOf(parent) : createRoot();
    },
    clientSpan: () => {
      const parent = currentSpan.getStore();
      return parent ? childOf(parent.context) : createRoot();
    },
    withSpan: (span, work) => currentSpan.run(span, work),
    currentTraceparent: () => {
      const span = currentSpan.getStore();
      return span ? formatTraceparent(span.context) : null;
    },
    continueTrace: (traceparent, work) => {
      const context = parseTraceContext(traceparent ?? undefined);
      return currentSpan.run(context && { context, parentId: undefined }, work);
    },
    exporter,
    now,
  };
}
