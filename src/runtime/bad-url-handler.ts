import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorFormat, HttpProblem } from './http-problem.ts';

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
