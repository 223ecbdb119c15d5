import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MalformedBodyError } from './request-body.ts';
import type { ContractOperation } from './contract.ts';
import { isUnavailable } from './database-errors.ts';
import { DomainError } from './domain-error.ts';
import { UnavailableError } from '../protocol/unavailable-error.ts';
import { HttpProblemError } from './http-problem-error.ts';
import type { ErrorFormat, HttpProblem } from './http-problem.ts';
import { withoutSecrets } from './request-log.ts';
import { RequestViolationError } from './validation.ts';

/** Seconds after which a client may try again when a part that the service needs cannot be reached. */
const retryAfterSeconds = 2;

interface ErrorHandlingOptions {
  readonly errors: ErrorFormat;
  readonly operations: readonly ContractOperation[];
  readonly checkResponses: boolean;
  readonly bodyLimit: number;
  readonly allowedMethods: (path: string) => string | undefined;
  /** Aborted when the process is to stop. */
  readonly stopping: AbortSignal;
}

/** Answers every failure in the words of the service's own contract; what is not expected is logged and says nothing. */
export function respondToErrors(app: FastifyInstance, options: ErrorHandlingOptions): void {
  const byId = new Map(options.operations.map((operation) => [operation.operationId, operation]));

  const answer = (request: FastifyRequest, reply: FastifyReply, error: DomainError) => {
    reply.code(error.status).headers(error.headers);
    if (options.errors.page && request.headers.accept?.includes('text/html'))
      return reply.type('text/html; charset=utf-8').send(options.errors.page(error));
    const body = options.errors.body(error);
    const operation = byId.get(request.routeOptions.config?.operationId ?? '');
    const violations = options.checkResponses
      ? (operation?.checkResponse(error.status, body, reply.getHeaders()) ?? [])
      : [];
    if (violations.length > 0) {
      request.log.error({ err: error, violations }, 'this error answer is not in the contract');
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

  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Whoever sent it hung up in the middle: no fault of the service, and nobody hears an answer.
    if (error.code === 'ECONNRESET' && !request.raw.complete) {
      request.log.info('request broken off by its sender');
      return reply.code(400).send();
    }
    // Fastify would close while the rest is still coming: the sender would meet a reset before it reads the answer. Node
    // drops that rest instead, for no longer than a request may take. A process that stops keeps no connection.
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && !options.stopping.aborted) reply.removeHeader('connection');
    const explained = explain(error, request, reply);
    if (explained.status >= 500) request.log.error({ err: error }, 'request failed');
    else request.log.info({ code: explained.code, reason: withoutSecrets(explained.message) }, 'request refused');
    return answer(request, reply, explained);
  });

  const nothingHere = (request: FastifyRequest): HttpProblem => {
    const path = request.url.split('?')[0] ?? request.url;
    const allow = options.allowedMethods(path);
    return allow === undefined
      ? { kind: 'not_found', path: path.slice(0, 200) }
      : { kind: 'method_not_allowed', method: request.method, allow };
  };

  // Before a body is read: nobody waits for it, and it cannot be wrong.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) done(new HttpProblemError(nothingHere(request)));
    else done();
  });
  // For plugins that find out later that they have nothing.
  app.setNotFoundHandler((request) => {
    throw new HttpProblemError(nothingHere(request));
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
        given: (request.headers['content-type'] ?? 'none').slice(0, 100),
        supported: request.routeOptions.config?.requestTypes ?? [],
      };
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { kind: 'malformed_body', reason: 'its length is not what the headers say' };
    case 'FST_ERR_BAD_URL':
      return {
        kind: 'invalid',
        part: 'path',
        violations: [{ field: '', keyword: 'format', message: 'is not a valid address' }],
      };
  }
  return { kind: 'internal' };
}
