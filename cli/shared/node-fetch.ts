import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { proxyFor } from './proxy-settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Certificates to trust: those of Node, of NODE_EXTRA_CA_CERTS, SSL_CERT_FILE and --ca-file; undefined for Node's own choice. */
function trustedCertificates(env: Env): string[] | undefined {
  const files = [env['SSL_CERT_FILE'], env['AGENT_ID_CA_FILE']];
  if (!files.some(Boolean)) return undefined;
  const extra = [...files, env['NODE_EXTRA_CA_CERTS']].flatMap((path) => path || []);
  return [...rootCertificates, ...extra.map((path) => readFileSync(path, 'utf8'))];
}

/** Host and port of a proxy for messages, without its credentials. */
const nameOf = ({ protocol, host }: URL): string => `the proxy ${protocol}//${host}`;

function proxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Opens a tunnel with CONNECT (RFC 9110 §9.3.6). */
function openTunnel(proxy: URL, target: string, options: Pick<RequestOptions, 'ca' | 'signal'>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
    const connecting = send(proxy, {
      ...options,
      auth: null,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: { host: target, ...proxyAuthorization(proxy) },
    });
    const refuse = ({ statusCode, statusMessage }: IncomingMessage): void =>
      reject(new Error(`${nameOf(proxy)} refused the connection to ${target}: HTTP ${statusCode} ${statusMessage}`));
    connecting.on('connect', (response: IncomingMessage, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      return refuse(response);
    });
    connecting.on('response', (response: IncomingMessage) => {
      response.destroy();
      refuse(response);
    });
    connecting.on('error', (error) => reject(new Error(`${nameOf(proxy)} cannot be reached: ${error.message}`)));
    connecting.end();
  });
}

/** Starts TLS with the host of a URL over a tunnel. */
async function secureTunnel(proxy: URL, url: URL, options: Pick<RequestOptions, 'ca' | 'signal'>): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = await openTunnel(proxy, `${url.hostname}:${url.port || 443}`, options);
  return new Promise((resolve, reject) => {
    const { ca } = options;
    const secure = connect({
      socket,
      host,
      ca,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 && { servername: host }),
    });
    options.signal?.addEventListener('abort', () => secure.destroy(new Error('the request was aborted')), {
      once: true,
    });
    secure.once('secureConnect', () => resolve(secure)).once('error', reject);
  });
}

function decoded(response: IncomingMessage): Readable {
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? '';
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
  // The reader of the body receives the error of a broken stream.
  return create ? pipeline(response, create(), () => undefined) : response;
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  const empty = [204, 205, 304].includes(status);
  if (empty) message.resume();
  return new Response(empty ? null : (Readable.toWeb(decoded(message)) as ReadableStream<Uint8Array<ArrayBuffer>>), {
    status,
    statusText,
    headers,
  });
}

/** Where and how a request is sent. */
interface Destination {
  readonly target: URL;
  readonly more: RequestOptions;
  readonly proxyHeaders?: Readonly<Record<string, string>>;
}

async function options(request: Request, url: URL, env: Env): Promise<Destination> {
  const ca = trustedCertificates(env);
  const common = { signal: request.signal, ...(ca && { ca }) };
  const proxy = proxyFor(url, env);
  if (!proxy) return { target: url, more: common };
  if (url.protocol === 'https:') {
    const socket = await secureTunnel(proxy, url, common);
    return { target: url, more: { ...common, createConnection: () => socket } };
  }
  // A proxy receives the whole URL of an http request (RFC 9112 §3.2.2).
  const proxyHeaders = { host: url.host, ...proxyAuthorization(proxy) };
  return { target: proxy, more: { ...common, auth: null, path: url.href.replace(/#.*$/, '') }, proxyHeaders };
}

/**
 * Creates a `fetch` that uses HTTPS_PROXY, HTTP_PROXY, NO_PROXY and SSL_CERT_FILE on every version of Node. Redirects are
 * not followed.
 */
export function createNodeFetch(env: Env): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const { target, more, proxyHeaders = {} } = await options(request, url, env);
    const headers = {
      accept: '*/*',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'node',
      ...Object.fromEntries(request.headers),
      ...proxyHeaders,
      ...((body.length > 0 || request.method === 'POST' || request.method === 'PUT') && {
        'content-length': body.length,
      }),
    };
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      // An agent would ignore createConnection.
      const agent = more.createConnection ? undefined : false;
      const sent = send(target, { ...more, method: request.method, agent, headers });
      sent.on('response', (message: IncomingMessage) => resolve(toResponse(message)));
      sent.on('error', reject);
      sent.end(body);
    });
  };
}
