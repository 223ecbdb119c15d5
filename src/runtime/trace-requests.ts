import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Span, Tracing } from './tracing.ts';

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
