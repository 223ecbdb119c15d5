import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** By lower-case name; values of repeated headers are joined with commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Exchange {
  /** Final responses in order, without 1xx. */
  readonly responses: readonly RawResponse[];
  /** Bytes after the last complete response; empty when the server follows HTTP. */
  readonly rest: string;
  /** Whether the server sent nothing until the timeout. */
  readonly silent: boolean;
}

/** Milliseconds without data after which the connection is closed. */
const silenceTimeout = 20_000;

/**
 * Sends bytes unchanged and reads until the server closes the connection. The request must contain `Connection: close`.
 *
 * @param withoutBody whether the response has no body regardless of its headers (HEAD)
 */
export async function exchange(url: string, bytes: Buffer, withoutBody: boolean): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  const silent = await new Promise<boolean>((done) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.setTimeout(silenceTimeout, () => {
      socket.destroy();
      done(true);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that rejects early can reset the connection; the received response still counts.
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
    socket.on('end', () => socket.end());
    socket.write(bytes);
  });
  return { ...readResponses(Buffer.concat(chunks).toString('latin1'), withoutBody), silent };
}

/** Parses responses (RFC 9112 §6.3) with a Content-Length, chunks, or a body until the end of the connection. */
function readResponses(text: string, withoutBody: boolean): Omit<Exchange, 'silent'> {
  const responses: RawResponse[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(line)?.[1]);
    if (end === -1 || Number.isNaN(status)) return { responses, rest };
    const headers = new Map<string, string>();
    for (const header of lines) {
      const [name = '', value = ''] = header.split(/:\s*(.*)/s);
      const known = headers.get(name.toLowerCase());
      headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
    }
    rest = rest.slice(end + 4);
    if (status === 100) continue;
    // Errors of Node's HTTP parser have a body also for HEAD; they lack X-Request-Id.
    const bodiless = (withoutBody && headers.has('x-request-id')) || status === 204 || status === 304;
    const read = bodiless ? { body: '', rest } : readBody(headers, rest);
    if (read === undefined) return { responses, rest };
    responses.push({ status, headers, body: Buffer.from(read.body, 'latin1').toString('utf8') });
    ({ rest } = read);
  }
}

function readBody(headers: ReadonlyMap<string, string>, text: string): { body: string; rest: string } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(text);
  const length = headers.get('content-length');
  if (length === undefined) return { body: text, rest: '' };
  return text.length < Number(length)
    ? undefined
    : { body: text.slice(0, Number(length)), rest: text.slice(Number(length)) };
}

function readChunks(text: string): { body: string; rest: string } | undefined {
  let body = '';
  let rest = text;
  for (;;) {
    const [, size = ''] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    if (size === '') return undefined;
    const length = Number.parseInt(size, 16);
    const start = size.length + 2;
    if (rest.length < start + length + 2) return undefined;
    body += rest.slice(start, start + length);
    rest = rest.slice(start + length + 2);
    if (length === 0) return { body, rest };
  }
}
