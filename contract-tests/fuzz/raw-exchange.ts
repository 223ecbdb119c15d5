import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Lower-case names; repeated ones joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Exchange {
  /** Final answers, in order. */
  readonly answers: readonly RawAnswer[];
  /** What came after the last whole answer; empty when the server keeps to the protocol. */
  readonly rest: string;
  /** The server said nothing for too long. */
  readonly silent: boolean;
}

/** Milliseconds without a byte after which a server counts as silent: far more than an answer takes. */
const patience = 20_000;

/**
 * Sends bytes as they are and reads until the server closes the connection, as the request has to ask for.
 *
 * @param withoutBody whether the answer to this request has no body whatever its headers say (HEAD)
 */
export async function exchange(url: string, bytes: Buffer, withoutBody: boolean): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  const silent = await new Promise<boolean>((done) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.setTimeout(patience, () => {
      socket.destroy();
      done(true);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses early may reset what is still being sent: what it answered counts.
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
    socket.on('end', () => socket.end());
    socket.write(bytes);
  });
  return { ...readAnswers(Buffer.concat(chunks).toString('latin1'), withoutBody), silent };
}

/** RFC 9112 §6.3, for what a server of ours may send: a length, chunks, or nothing. */
function readAnswers(text: string, withoutBody: boolean): Omit<Exchange, 'silent'> {
  const responses: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(line)?.[1]);
    if (end === -1 || Number.isNaN(status)) return { answers: responses, rest };
    const headers = new Map<string, string>();
    for (const header of lines) {
      const [name = '', value = ''] = header.split(/:\s*(.*)/s);
      const known = headers.get(name.toLowerCase());
      headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
    }
    rest = rest.slice(end + 4);
    if (status === 100) continue;
    // Node's parser gives up before it knows the method, and says why in a body.
    const bodiless = (withoutBody && headers.has('x-request-id')) || status === 204 || status === 304;
    const read = bodiless ? { body: '', rest } : readBody(headers, rest);
    if (read === undefined) return { answers: responses, rest };
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
