import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { MalformedBodyError } from '../http/request-body.ts';
import type { ContractOperation } from '../contract/contract.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { DomainError, type ErrorFormat, type HttpProblem, HttpProblemError } from './domain-error.ts';
import { withoutSecrets } from '../observe/request-log.ts';
import { RequestViolationError } from '../contract/validation.ts';

/** Seconds after which a client may retry when a dependency of the service is unreachable. */
const retryAfterSeconds = 2;

interface ErrorHandlingOptions {
  readonly errors: ErrorFormat;
  readonly operations: readonly ContractOperation[];
  readonly checkResponses: boolean;
  readonly bodyLimit: number;
  readonly allowedMethods: (path: string) => string | undefined;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** Responds to every error in the format of the service's contract. Unexpected errors are logged, and their response has no details. */
export function respondToErrors(app: FastifyInstance, options: ErrorHandlingOptions): void {
  const byId = new Map(options.operations.map((operation) => [operation.operationId, operation]));

  const respond = async (request: FastifyRequest, reply: FastifyReply, error: DomainError) => {
    reply.code(error.status).headers(error.headers);
    // A failing alternative, such as a lookup without database, leaves the usual response.
    const other = await options.errors.other?.(error, request).catch((failure: unknown) => {
      request.log.error({ err: failure }, 'the alternative error response failed');
      return undefined;
    });
    if (other) return reply.code(other.status).headers(other.headers).send(other.body);
    if (options.errors.page && request.headers.accept?.includes('text/html'))
      return reply.type('text/html; charset=utf-8').send(options.errors.page(error));
    const body = options.errors.body(error);
    const operation = byId.get(request.routeOptions.config?.operationId ?? '');
    const violations = options.checkResponses
      ? (operation?.checkResponse(error.status, body, reply.getHeaders()) ?? [])
      : [];
    if (violations.length > 0) {
      request.log.error({ err: error, violations }, 'the error response violates the contract');
      return reply.code(500).send(options.errors.body(options.errors.fromProblem({ kind: 'internal' })));
    }
    return reply.send(body);
  };

  const explain = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): DomainError => {
    if (error instanceof DomainError) return error;
    const problem = problemOf(error, request, options.bodyLimit);
    if (problem.kind === 'method_not_allowed') reply.header('allow', problem.allow);
    return options.errors.fromProblem(problem);
  };

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // The client disconnected while it sent the body: it receives no response.
    if (error.code === 'ECONNRESET' && !request.raw.complete) {
      request.log.info('the client disconnected during the request');
      return reply.code(400).send();
    }
    // Fastify would close the connection while the body still arrives, and the client would see a reset instead of the
    // response. Node discards the rest of the body instead, until the request timeout. A stopping process closes.
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && !options.stopping.aborted) reply.removeHeader('connection');
    const explained = explain(error, request, reply);
    if (explained.status >= 500) request.log.error({ err: error }, 'request failed');
    else request.log.info({ code: explained.code, reason: withoutSecrets(explained.message) }, 'request rejected');
    return respond(request, reply, explained);
  });

  const noRoute = (request: FastifyRequest): HttpProblem => {
    const path = request.url.split('?')[0] ?? request.url;
    const allow = options.allowedMethods(path);
    return allow === undefined
      ? { kind: 'not_found', path: path.slice(0, 200) }
      : { kind: 'method_not_allowed', method: request.method, allow };
  };

  // Responds before the body is read.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) done(new HttpProblemError(noRoute(request)));
    else done();
  });
  // For plugins that call `callNotFound` in their handlers.
  app.setNotFoundHandler((request) => {
    throw new HttpProblemError(noRoute(request));
  });
}

const parts = { body: 'body', querystring: 'query', params: 'path', headers: 'headers' } as const;

function problemOf(error: FastifyError, request: FastifyRequest, bodyLimit: number): HttpProblem {
  if (error instanceof HttpProblemError) return error.problem;
  if (error instanceof RequestViolationError) {
    return { kind: 'invalid', part: parts[error.validationContext ?? 'body'] ?? 'body', violations: error.violations };
  }
  if (error instanceof MalformedBodyError) return { kind: 'malformed_body', reason: error.message };
  if (error instanceof UnavailableError || isUnavailable(error)) return { kind: 'unavailable', retryAfterSeconds };
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { kind: 'payload_too_large', limit: bodyLimit };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return {
        kind: 'unsupported_media_type',
        received: (request.headers['content-type'] ?? 'none').slice(0, 100),
        supported: request.routeOptions.config?.requestTypes ?? [],
      };
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { kind: 'malformed_body', reason: 'its length differs from Content-Length' };
  }
  return { kind: 'internal' };
}

const malformedPath: HttpProblem = {
  kind: 'invalid',
  part: 'path',
  violations: [{ field: '', keyword: 'format', message: 'is not valid percent-encoding of UTF-8 (RFC 3986 §2.1)' }],
};

/**
 * Creates a `frameworkErrors` handler of Fastify. The router calls it for a malformed path, such as `/%zz`, before any
 * hook: it responds in the error format of the contract, with the headers that hooks add to all other responses.
 */
export function createBadUrlHandler(
  { fromProblem, body, page }: ErrorFormat,
  headers: Readonly<Record<string, string>>,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const rejection = fromProblem(error.code === 'FST_ERR_BAD_URL' ? malformedPath : { kind: 'internal' });
    reply
      .headers({ ...headers, ...rejection.headers })
      .header('x-request-id', request.id)
      .code(rejection.status);
    if (page && request.headers.accept?.includes('text/html'))
      reply.type('text/html; charset=utf-8').send(page(rejection));
    else reply.send(body(rejection));
  };
}

/** Problems of requests that Node rejects before the router, by error code. */
const problems: Readonly<Record<string, HttpProblem>> = {
  HPE_HEADER_OVERFLOW: { kind: 'headers_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'timed_out' },
};
const malformed: HttpProblem = {
  kind: 'invalid',
  part: 'headers',
  violations: [{ field: '', keyword: 'syntax', message: 'are not valid HTTP/1.1 (RFC 9112)' }],
};

/** Creates a `clientErrorHandler` of Fastify that responds to unparsable requests in the error format of the contract. */
export function createClientErrorHandler({
  fromProblem,
  body,
}: ErrorFormat): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const rejection = fromProblem(problems[error.code] ?? malformed);
    const content = JSON.stringify(body(rejection));
    const head = [
      `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(content)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
  };
}
