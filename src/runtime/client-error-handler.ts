import { STATUS_CODES } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import type { ErrorFormat, HttpProblem } from './http-problem.ts';

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
