import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { formatTraceparent, parseTraceContext, type TraceContext, traceHeaders } from '../../protocol/trace-context.ts';

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
interface Span {
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

interface TracingOptions {
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

/** Outcome of a request: the status of its response, or an error code. */
type TracedOutcome = { readonly status: number } | { readonly error: string };

/** Sends a request as a client span of the current trace and measures its duration. */
export type RequestTracer = <Response>(
  request: { readonly method: string; readonly url: string },
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>,
  outcomeOf: (response: Response) => TracedOutcome,
) => Promise<Response>;

export function createRequestTracer(service: string, tracing: Tracing): RequestTracer {
  const { exporter } = tracing;
  return async (request, send, outcomeOf) => {
    const span = tracing.clientSpan();
    const headers = traceHeaders(span.context);
    if (!exporter || !span.context.sampled) return send(headers);

    const { method, url } = request;
    const { hostname, port, protocol } = new URL(url);
    const startedAt = performance.now();
    const finished = (outcome: TracedOutcome) => {
      const failed = 'error' in outcome || outcome.status >= 400;
      exporter.export({
        service,
        kind: 'client',
        name: method,
        ...span,
        endedAt: tracing.now(),
        milliseconds: performance.now() - startedAt,
        attributes: {
          'http.request.method': method,
          'server.address': hostname,
          'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
          ...('status' in outcome && { 'http.response.status_code': outcome.status }),
          ...(failed && { 'error.type': 'error' in outcome ? outcome.error : String(outcome.status) }),
        },
        failed,
      });
    };
    try {
      const response = await send(headers);
      finished(outcomeOf(response));
      return response;
    } catch (error) {
      finished({ error: error instanceof Error ? error.name : 'Error' });
      throw error;
    }
  };
}

/** Creates a `fetch` whose requests belong to the current trace. */
export function createTracedFetch(fetch: typeof globalThis.fetch, trace: RequestTracer): typeof globalThis.fetch {
  return (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const url = input instanceof Request ? input.url : input.toString();
    return trace(
      { method: init?.method ?? request?.method ?? 'GET', url },
      (traced) => {
        const headers = new Headers(init?.headers ?? request?.headers);
        for (const [name, value] of Object.entries(traced)) headers.set(name, value);
        return fetch(input, { ...init, headers });
      },
      ({ status }) => ({ status }),
    );
  };
}

declare module 'node:http' {
  interface IncomingMessage {
    span?: Span;
  }
}

/** Creates a `childLoggerFactory` of Fastify that adds the trace to every log line of a request. */
export function traceLogs(tracing: Tracing): NonNullable<FastifyServerOptions['childLoggerFactory']> {
  return (logger, bindings, options, request) => {
    // Fastify creates the request's logger before its first hook.
    const span = (request.span = tracing.serverSpan(request.headers));
    const { traceId, spanId } = span.context;
    return logger.child({ ...bindings, trace_id: traceId, span_id: spanId }, options);
  };
}

/** Runs every request in its trace, so that outgoing requests belong to it, and exports a span per request. */
export function traceRequests(app: FastifyInstance, service: string, tracing: Tracing): void {
  const { exporter } = tracing;
  app.addHook('onRequest', (request, _reply, done) => {
    const { span } = request.raw;
    if (span) tracing.withSpan(span, done);
    else done();
  });
  // Reading a body leaves the asynchronous context of the first hook.
  app.addHook('preValidation', (request, _reply, done) => {
    const { span } = request.raw;
    if (span && request.body !== undefined) tracing.withSpan(span, done);
    else done();
  });
  if (!exporter) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request.raw;
    if (span?.context.sampled) {
      const { statusCode } = reply;
      // The route instead of the path, which can contain a secret.
      const route = request.routeOptions.url;
      exporter.export({
        service,
        kind: 'server',
        name: route === undefined ? request.method : `${request.method} ${route}`,
        ...span,
        endedAt: tracing.now(),
        milliseconds: reply.elapsedTime,
        attributes: {
          'http.request.method': request.method,
          'http.response.status_code': statusCode,
          'url.scheme': request.protocol,
          'network.protocol.version': request.raw.httpVersion,
          ...(route !== undefined && { 'http.route': route }),
          ...(statusCode >= 500 && { 'error.type': String(statusCode) }),
        },
        failed: statusCode >= 500,
      });
    }
    done();
  });
}
