import { isLoopback } from '../provider/provider.ts';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

type Env = Readonly<Record<string, string | undefined>>;

const variable = (env: Env, name: string): string => env[name.toLowerCase()] || env[name] || '';

/** Whether the environment names a proxy or a certificate file, which the built-in `fetch` ignores. */
export function hasNetworkSettings(env: Env): boolean {
  return ['HTTPS_PROXY', 'HTTP_PROXY'].some((name) => variable(env, name) !== '') || !!env['SSL_CERT_FILE'];
}

/** Whether NO_PROXY lists the host of a URL: `*`, a domain with its subdomains, or an address, each with an optional port. */
function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const effectivePort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', onlyPort] =
      /^\[?(.+?)\]?(?::(\d+))?$/.exec(/:.*:/.test(entry) ? `[${entry.replace(/[[\]]/g, '')}]` : entry) ?? [];
    const domain = name.toLowerCase().replace(/^\*?\./, '');
    if (domain === '' || (onlyPort !== undefined && onlyPort !== effectivePort)) return false;
    return host === domain || host.endsWith(`.${domain}`);
  });
}

/**
 * Chooses the proxy of a request from HTTPS_PROXY, HTTP_PROXY and NO_PROXY; lower-case names take precedence. Loopback
 * hosts are reached directly.
 * @returns undefined for a direct connection
 * @throws Error that names the variable, without its value, which may contain a password
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  if (isLoopback(url.hostname) || isExcluded(url, variable(env, 'NO_PROXY'))) return undefined;
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = variable(env, name);
  if (text === '') return undefined;
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const proxy = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  throw new Error(`${name} is not an http or https URL`);
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

export interface RequestRoute {
  readonly target: URL;
  readonly options: RequestOptions;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns how a request is sent through a proxy. Opens a tunnel for https. */
export async function routeThroughProxy(
  proxy: URL,
  url: URL,
  common: Pick<RequestOptions, 'ca' | 'signal'>,
): Promise<RequestRoute> {
  if (url.protocol === 'https:') {
    const socket = await secureTunnel(proxy, url, common);
    // An agent would ignore createConnection.
    return { target: url, options: { ...common, createConnection: () => socket }, headers: {} };
  }
  // A proxy receives the whole URL of an http request (RFC 9112 §3.2.2).
  const options = { ...common, agent: false, auth: null, path: url.href.replace(/#.*$/, '') };
  return { target: proxy, options, headers: { host: url.host, ...proxyAuthorization(proxy) } };
}
