import { boundedFetch } from '../shared/network/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';
import { checkManifest } from './check-manifest.ts';
import type { ServiceManifest } from './manifest.ts';
import { parseServiceUrl } from './service-url.ts';

const path = '/.well-known/platform-agent-id.json';
const maxBytes = 8192;
/** Largest number of violations in a message. */
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
