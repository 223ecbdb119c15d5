import { isLoopback } from '../provider/provider.ts';

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
