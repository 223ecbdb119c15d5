import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { proxyFor } from './proxy-settings.ts';
import type { RequestRoute } from './proxy-route.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Certificates to trust: those of Node, of NODE_EXTRA_CA_CERTS, SSL_CERT_FILE and --ca-file; undefined for Node's own choice. */
async function trustedCertificates(env: Env): Promise<string[] | undefined> {
  const files = [env['SSL_CERT_FILE'], env['AGENT_ID_CA_FILE']];
  if (!files.some(Boolean)) return undefined;
  const { rootCertificates } = await import('node:tls');
  const extra = [...files, env['NODE_EXTRA_CA_CERTS']].flatMap((path) => path || []);
  return [...rootCertificates, ...extra.map((path) => readFileSync(path, 'utf8'))];
}

/** A request with its whole body. */
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
    ? await (await import('./proxy-route.ts')).routeThroughProxy(proxy, url, common)
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
