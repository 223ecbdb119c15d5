import { type IncomingMessage, request as httpRequest } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { readInputFile } from '../named-files.ts';
import type { CommandHost } from '../host.ts';
import { readFileSync } from 'node:fs';
import { proxyFor, type RequestRoute } from './proxy.ts';

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

/**
 * Creates a `fetch` that uses HTTPS_PROXY, HTTP_PROXY, NO_PROXY and SSL_CERT_FILE on every version of Node. Redirects are
 * not followed.
 */
export function createNodeFetch(env: Readonly<Record<string, string | undefined>>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, signal } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(request.headers) };
    return toResponse(await sendNodeRequest({ method, url: new URL(request.url), headers, body, signal }, env));
  };
}

/** Requires at least one certificate in PEM, and that each can be parsed. */
function requireCertificates(path: string, text: string): void {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const pem of found) void new X509Certificate(pem);
  } catch {
    throw new Failure('invalid_flag', `The file ${path} of --ca-file contains a certificate that cannot be read.`);
  }
  if (found.length === 0)
    throw new Failure('invalid_flag', `The file ${path} of --ca-file contains no certificate in PEM.`);
}

/**
 * Runs a command whose requests trust the authorities of a file too.
 * @throws Failure unreadable_file, invalid_flag
 */
export async function withCertificateFile<T>(
  path: string,
  host: CommandHost,
  run: (trusting: CommandHost) => Promise<T>,
): Promise<T> {
  requireCertificates(path, readInputFile('ca-file', path, host.cwd).toString('utf8'));
  const former = globalThis.fetch;
  const caFile = resolve(host.cwd, path);
  globalThis.fetch = createNodeFetch({ ...host.env, AGENT_ID_CA_FILE: caFile });
  try {
    // Inherited instead of copied: `home` and `cwd` are getters that can fail, and are read only where they are needed.
    return await run(Object.create(host, { caFile: { value: caFile } }) as CommandHost);
  } finally {
    globalThis.fetch = former;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Certificates to trust: those of Node, of NODE_EXTRA_CA_CERTS, SSL_CERT_FILE and --ca-file; undefined for Node's own choice. */
async function trustedCertificates(env: Env): Promise<string[] | undefined> {
  const files = [env['SSL_CERT_FILE'], env['AGENT_ID_CA_FILE']];
  if (!files.some(Boolean)) return undefined;
  const { rootCertificates } = await import('node:tls');
  const extra = [...files, env['NODE_EXTRA_CA_CERTS']].flatMap((path) => path || []);
  return [...rootCertificates, ...extra.map((path) => readFileSync(path, 'utf8'))];
}

export interface NodeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal;
}

/**
 * Sends a request through the proxies and with the certificates that the environment names, on every version of Node.
 * Redirects are not followed.
 */
export async function sendNodeRequest(
  { method, url, headers, body, signal }: NodeRequest,
  env: Env,
): Promise<IncomingMessage> {
  const ca = await trustedCertificates(env);
  const common = { signal, ...(ca && { ca }) };
  const proxy = proxyFor(url, env);
  const route: RequestRoute = proxy
    ? await (await import('./proxy.ts')).routeThroughProxy(proxy, url, common)
    : { target: url, options: common, headers: {} };
  const hasBody = body.length > 0 || method === 'POST' || method === 'PUT';
  const sentHeaders = {
    accept: '*/*',
    'user-agent': 'node',
    ...headers,
    ...route.headers,
    ...(hasBody && { 'content-length': Buffer.byteLength(body) }),
  };
  // Loaded only where it is needed: TLS takes milliseconds to load.
  const send = route.target.protocol === 'https:' ? (await import('node:https')).request : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(route.target, { ...route.options, method, headers: sentHeaders });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}
