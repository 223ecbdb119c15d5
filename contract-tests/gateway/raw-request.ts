import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type HeaderLine = readonly [name: string, value: string];

export interface RawRequest {
  readonly port: number;
  /** Name for TLS; without it the connection is plain. */
  readonly servername?: string;
  readonly method?: string;
  /** Request target as it is sent. */
  readonly target?: string;
  readonly host?: string;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string;
}

export interface RawResponse {
  readonly status: number;
  /** Lines in lower case names; repeated ones are joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends a request byte by byte as it is given: clients of libraries correct what an attacker would send. */
export function sendRaw(request: RawRequest): Promise<RawResponse> {
  const { method = 'GET', target = '/', host = '', headers = [], body } = request;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(host === '' ? [] : [`Host: ${host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(headers.some(([name]) => name.toLowerCase() === 'connection') ? [] : ['Connection: close']),
  ];
  return sendBytes(request, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** @returns status 0 when the server closed the connection without a response */
function sendBytes({ port, servername }: Pick<RawRequest, 'port' | 'servername'>, text: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port };
    const socket =
      servername === undefined
        ? connectPlain(options, () => socket.write(text, 'latin1'))
        : connectTls({ ...options, servername, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, () =>
            socket.write(text, 'latin1'),
          );
    const chunks: Buffer[] = [];
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parse(Buffer.concat(chunks)));
    };
    // A connection that stays open after its response, as after an upgrade.
    const timer = setTimeout(finish, 15_000);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isComplete(Buffer.concat(chunks))) finish();
    });
    socket.once('end', finish);
    socket.once('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
  });
}

function isComplete(bytes: Buffer): boolean {
  const { status, headers, body } = parse(bytes);
  if (status === 0 || !bytes.includes('\r\n\r\n')) return false;
  if (status === 101) return true;
  if (headers.get('transfer-encoding') === 'chunked') return bytes.toString('latin1').endsWith('0\r\n\r\n');
  const length = headers.get('content-length');
  return length !== undefined && Buffer.byteLength(body, 'latin1') >= Number(length);
}

function parse(bytes: Buffer): RawResponse {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = (end === -1 ? text : text.slice(0, end)).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  const body = end === -1 ? '' : text.slice(end + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: headers.get('transfer-encoding') === 'chunked' ? dechunk(body) : body,
  };
}

function dechunk(body: string): string {
  let [rest, text] = [body, ''];
  for (;;) {
    const at = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, at), 16);
    if (at === -1 || !(size > 0)) return text;
    text += rest.slice(at + 2, at + 2 + size);
    rest = rest.slice(at + 4 + size);
  }
}
