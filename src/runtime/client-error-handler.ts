import { STATUS_CODES } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import type { ErrorFormat, HttpProblem } from './http-problem.ts';

/** Why Node gave a request up before anybody saw it, by its codes. */
const problems: Readonly<Record<string, HttpProblem>> = {
  HPE_HEADER_OVERFLOW: { kind: 'headers_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'timed_out' },
};
const malformed: HttpProblem = {
  kind: 'invalid',
  part: 'headers',
  violations: [{ field: '', keyword: 'syntax', message: 'are not HTTP/1.1 (RFC 9112)' }],
};

/** For Fastify's `clientErrorHandler`: what is no readable request is answered in the words of the contract, too. */
export function createClientErrorHandler({
  fromProblem: explain,
  body,
}: ErrorFormat): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = explain(problems[error.code] ?? malformed);
    const content = JSON.stringify(body(refusal));
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(content)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
  };
}
