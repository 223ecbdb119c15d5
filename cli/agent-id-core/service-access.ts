import { isJsonObject } from '../../src/protocol/json-object.ts';
import { plainText } from '../../src/protocol/terminal-text.ts';
import { boundedFetch } from '../shared/network/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';
import { isLoopback, resolveSsoBaseUrl } from '../shared/provider/provider.ts';

/** What a service says about the sign-in of its callers (RFC 9728 §2). */
export interface ServiceAccess {
  /** Identifier of the service, sent as `resource` (RFC 8707). */
  readonly resource: string;
  /** Base URL of the sign-in provider. */
  readonly provider: string;
  /** Scopes that the service knows. */
  readonly scopes: readonly string[];
}

const wellKnown = '/.well-known/oauth-protected-resource';
const bounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/**
 * Reads the protected-resource metadata of a service: that of the given address, then that of its origin.
 * @param address URL of the service, or its host name
 * @throws Failure invalid_url, insecure_url, no_service_metadata, invalid_service_metadata, unreachable, timeout
 */
export async function readServiceAccess(address: string): Promise<ServiceAccess> {
  const url = serviceUrl(address);
  const path = url.pathname.replace(/\/+$/, '');
  for (const place of path === '' ? [''] : [path, '']) {
    // RFC 9728 §3.1: the path of the resource follows the well-known one.
    const from = `${url.origin}${wellKnown}${place}`;
    const response = await boundedFetch(bounds)(from, { headers: { accept: 'application/json' } });
    if (response.status === 200) return readMetadata(await response.text(), from, url.origin + place);
    if (response.status !== 404)
      throw new Failure('no_service_metadata', `${from} responded with HTTP ${response.status}.`);
  }
  throw new Failure(
    'no_service_metadata',
    `${url.origin} does not say who signs its callers in: it publishes no ${wellKnown}.`,
  );
}

function serviceUrl(address: string): URL {
  const text = address.includes('://') ? address : `https://${address}`;
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Failure('invalid_url', `--service accepts an absolute http or https URL, not "${plainText(address)}".`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Failure('insecure_url', `${url.origin} is not https, so its sign-in provider cannot be trusted.`);
  return url;
}

/** RFC 9728 §3.3: metadata of another resource than the one that was asked for is refused. */
function readMetadata(text: string, from: string, expected: string): ServiceAccess {
  const refuse = (reason: string) => new Failure('invalid_service_metadata', `The metadata at ${from} ${reason}.`);
  const metadata = parse(text);
  if (!isJsonObject(metadata)) throw refuse('is not a JSON object');
  const { resource, authorization_servers: providers, scopes_supported: scopes = [] } = metadata;
  if (typeof resource !== 'string' || resource.replace(/\/+$/, '') !== expected)
    throw refuse(`is about ${plainText(String(resource))}, not about ${expected}`);
  const provider: unknown = Array.isArray(providers) ? providers[0] : undefined;
  if (typeof provider !== 'string') throw refuse('names no authorization server');
  if (
    !Array.isArray(scopes) ||
    !scopes.every((scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  )
    throw refuse('has scopes that are not RFC 6749 scope tokens');
  try {
    return { resource, provider: resolveSsoBaseUrl(provider, {}), scopes };
  } catch {
    throw refuse(`names an authorization server that is not https: ${plainText(provider)}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
