import { STATUS_CODES } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import type { ErrorShape } from './problem.ts';

/** Why Node gave a request up before anybody saw it, by its codes. */
const reasons: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'are longer than this service reads'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'did not come in time'],
};
const malformed = [400, 'are not HTTP/1.1 (RFC 9112)'] as const;

/** For Fastify's `clientErrorHandler`: what is no readable request is answered in the words of the contract, too. */
export function answerUnreadable({
  explain,
  body,
}: ErrorShape): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, message] = reasons[error.code] ?? malformed;
    const problem = explain({ kind: 'invalid', part: 'headers', faults: [{ field: '', keyword: 'syntax', message }] });
    const content = JSON.stringify(body(problem));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(content)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
  };
}
