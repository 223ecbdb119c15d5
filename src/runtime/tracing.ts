import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { parseTraceContext, type TraceContext, formatTraceparent } from '../protocol/trace-context.ts';

/** A span that is over. Nothing in it names an address: those carry the secrets of links and push subscriptions. */
export interface FinishedSpan {
  readonly service: string;
  readonly kind: 'server' | 'client';
  readonly name: string;
  readonly context: TraceContext;
  /** Of the span around it; undefined for the first of a trace. */
  readonly parentId: string | undefined;
  readonly endedAt: Date;
  readonly milliseconds: number;
  /** In the words of OpenTelemetry's semantic conventions for HTTP. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

export interface SpanExporter {
  readonly export: (span: FinishedSpan) => void;
  /** Sends what is left. */
  readonly stop: () => Promise<void>;
}

/** A place in a trace, and the span that it stands in. */
export interface Span {
  readonly context: TraceContext;
  readonly parentId: string | undefined;
}

export interface Tracing {
  /** The step of a request that came in: in the trace of its caller, or the first of a new one. */
  readonly serverSpan: (headers: IncomingHttpHeaders) => Span;
  /** The step of a request that goes out: under the one that is being worked on, or the first of a new trace. */
  readonly clientSpan: () => Span;
  /** Works on a step: what goes out meanwhile belongs to it. */
  readonly withSpan: <Result>(span: Span, work: () => Result) => Result;
  /** The `traceparent` of what is being worked on, to be kept for {@link Tracing.continueTrace}; null when nothing is. */
  readonly currentTraceparent: () => string | null;
  /** Works later on what a kept `traceparent` began: what goes out meanwhile belongs to its trace; to a new one for null. */
  readonly continueTrace: <Result>(traceparent: string | null, work: () => Result) => Result;
  /** Receives finished spans; undefined when nobody collects them. */
  readonly exporter: SpanExporter | undefined;
  readonly now: () => Date;
}

export interface TracingOptions {
  readonly randomBytes: (length: number) => Uint8Array;
  readonly now: () => Date;
  readonly exporter?: SpanExporter | undefined;
  /** The share of new traces that is collected, 0 to 1. Traces of a caller follow the caller's decision. */
  readonly ratio?: number;
}

/** Asking for random bytes costs the same however few they are, and every request needs some. */
const drawnAtOnce = 4096;

export function createTracing({ randomBytes, now, exporter, ratio = 1 }: TracingOptions): Tracing {
  const working = new AsyncLocalStorage<Span | undefined>();
  let drawn = '';
  let used = 0;
  /** Lowercase hexadecimal characters. */
  const random = (length: number): string => {
    if (used + length > drawn.length) {
      drawn = Buffer.from(randomBytes(drawnAtOnce)).toString('hex');
      used = 0;
    }
    used += length;
    return drawn.slice(used - length, used);
  };
  const keep = () => exporter !== undefined && Number.parseInt(random(8), 16) < ratio * 2 ** 32;

  const under = (parent: TraceContext): Span => ({
    context: { ...parent, spanId: random(16) },
    parentId: parent.spanId,
  });
  const first = (): Span => ({
    context: { traceId: random(32), spanId: random(16), sampled: keep() },
    parentId: undefined,
  });

  return {
    serverSpan: ({ traceparent, tracestate }) => {
      if (traceparent === undefined) return first();
      const parent = parseTraceContext(String(traceparent), tracestate === undefined ? undefined : String(tracestate));
      return parent ? under(parent) : first();
    },
    clientSpan: () => {
      const around = working.getStore();
      return around ? under(around.context) : first();
    },
    withSpan: (span, work) => working.run(span, work),
    currentTraceparent: () => {
      const step = working.getStore();
      return step ? formatTraceparent(step.context) : null;
    },
    continueTrace: (traceparent, work) => {
      const context = parseTraceContext(traceparent ?? undefined);
      return working.run(context && { context, parentId: undefined }, work);
    },
    exporter,
    now,
  };
}
