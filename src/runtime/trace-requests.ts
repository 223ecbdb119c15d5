import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Step, Tracing } from './tracing.ts';

declare module 'node:http' {
  interface IncomingMessage {
    step?: Step;
  }
}

/** For Fastify's `childLoggerFactory`: every log line of a request names its trace. */
export function traceLogs(tracing: Tracing): NonNullable<FastifyServerOptions['childLoggerFactory']> {
  return (logger, bindings, options, request) => {
    // The request's logger is made before its first hook.
    const step = (request.step = tracing.incoming(request.headers));
    const { traceId, spanId } = step.context;
    return logger.child({ ...bindings, trace_id: traceId, span_id: spanId }, options);
  };
}

/** What a request makes the service ask of others belongs to its trace; a span tells how long the request took. */
export function traceRequests(app: FastifyInstance, service: string, tracing: Tracing): void {
  const { spans } = tracing;
  app.addHook('onRequest', (request, _reply, done) => {
    const { step } = request.raw;
    if (step) tracing.within(step, done);
    else done();
  });
  // Reading a body leaves the context in which it began.
  app.addHook('preValidation', (request, _reply, done) => {
    const { step } = request.raw;
    if (step && request.body !== undefined) tracing.within(step, done);
    else done();
  });
  if (!spans) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { step } = request.raw;
    if (step?.context.sampled) {
      const { statusCode } = reply;
      // The route and never the path, which may carry a secret.
      const route = request.routeOptions.url;
      spans.finished({
        service,
        kind: 'server',
        name: route === undefined ? request.method : `${request.method} ${route}`,
        ...step,
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
