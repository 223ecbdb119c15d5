import { boundedFetch, type FetchBounds } from '../shared/network/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';
import { checkManifest } from './check-manifest.ts';
import type { ServiceManifest } from './manifest.ts';
import { parseServiceUrl } from './signed-headers.ts';

const path = '/.well-known/platform-agent-id.json';
const maxBytes = 8192;
const maxViolations = 20;

export interface DiscoveredManifest {
  readonly manifestUrl: string;
  readonly allowedHost: string;
  readonly manifest: ServiceManifest;
}

export interface ManifestFlags {
  readonly url: string;
  readonly allowInsecure: boolean;
  readonly timeoutMs: number;
}

/** Adds a missing scheme: http for a loopback host, otherwise https. */
const withScheme = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${/^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(text) ? 'http' : 'https'}://${text}`;

async function readJson(url: string, timeoutMs: number): Promise<unknown> {
  const response = await boundedFetch({ timeoutMs, maxBytes })(url, { headers: { accept: 'application/json' } });
  if (response.status !== 200) {
    throw new Failure(
      'no_manifest',
      `${url} responded with HTTP ${response.status}; the service publishes no manifest there.`,
    );
  }
  const type = response.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new Failure(
      'no_manifest',
      `${url} has ${type === '' ? 'no content type' : `the content type ${type}`}, not application/json.`,
    );
  }
  try {
    return await response.json();
  } catch {
    throw new Failure('invalid_manifest', `${url} is not JSON.`);
  }
}

/**
 * Fetches and validates the manifest of a service. Follows no redirects and accepts at most 8192 bytes.
 * @throws Failure invalid_url, insecure_url, no_manifest, invalid_manifest, unreachable, timeout, response_too_large
 */
export async function fetchManifest({ url, allowInsecure, timeoutMs }: ManifestFlags): Promise<DiscoveredManifest> {
  const { origin, hostname: allowedHost } = parseServiceUrl(withScheme(url), allowInsecure);
  const manifestUrl = origin + path;
  const checked = checkManifest(await readJson(manifestUrl, timeoutMs), { origin, allowInsecure });
  if ('manifest' in checked) return { manifestUrl, allowedHost, manifest: checked.manifest };
  const violations = checked.violations.slice(0, maxViolations);
  throw new Failure('invalid_manifest', `The manifest at ${manifestUrl} is not valid: ${violations.join('; ')}.`, {
    violations,
  });
}

/** Reads the beginning of an HTML page. On failure, logs the reason and returns undefined. */
export async function fetchPage(
  url: URL,
  bounds: FetchBounds,
  log: (text: string) => void,
): Promise<string | undefined> {
  try {
    const response = await boundedFetch(bounds)(url, { headers: { accept: 'text/html' } });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^text\/html\s*(?:;|$)/i.test(type)) return await response.text();
    log(`${url.href} responded with HTTP ${response.status} and ${type === '' ? 'no content type' : type}.`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log(error.message);
  }
  return undefined;
}

/** Elements with text content (HTML standard, 13.2.5) and templates. */
const textElements = /^<(script|style|template|noscript|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>])/i;

/** Parses the attributes of a start tag; the first of several equal names applies. */
function attributes(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
  for (const [, name = '', double, single, bare] of tag.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '');
  }
  return found;
}

/** A start or end tag with its attributes up to the closing bracket (HTML standard, 13.2.5.6 and later). */
const wholeTag = /^<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/;

/** Offset after the next match; undefined when there is none. */
function endOfMatch(html: string, pattern: RegExp, from: number): number | undefined {
  const match = pattern.exec(html.slice(from));
  return match ? from + match.index + match[0].length : undefined;
}

/** Returns the content of the first meta tag named platform-agent-id outside comments and scripts. */
export function supportSignal(html: string): string | undefined {
  for (let at: number | undefined = html.indexOf('<'); at !== undefined && at !== -1;) {
    const start = html.slice(at, at + 16);
    const [, element] = textElements.exec(start) ?? [];
    let end: number | undefined;
    if (start.startsWith('<!--')) end = endOfMatch(html, /--!?>/, at + 4);
    else if (element !== undefined) end = endOfMatch(html, new RegExp(`</${element}[\\s/>]`, 'i'), at);
    else if (/^<[a-z/!?]/i.test(start)) end = endOfMatch(html, wholeTag, at);
    else end = at + 1;
    if (end === undefined) return undefined;
    if (/^<meta[\s/]/i.test(start)) {
      const found = attributes(html.slice(at + 5, end - 1));
      if (found.get('name')?.trim().toLowerCase() === 'platform-agent-id') return found.get('content') ?? '';
    }
    at = html.indexOf('<', end);
  }
  return undefined;
}
