import { utf8Text } from '../../protocol/bytes.ts';
import { type JsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';

interface JsonDocument {
  readonly document: JsonObject;
  /** Value of the header Cache-Control. */
  readonly cacheControl: string | undefined;
}

const timeoutMs = 5_000;

interface FetchLimits {
  /** Bytes. */
  readonly longest: number;
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
}

/**
 * Fetches a JSON object from an address that an application gave, through the guard of outbound requests.
 *
 * @returns what is wrong with it, as the end of a sentence about its URL
 */
export async function fetchJsonDocument(url: string, limits: FetchLimits): Promise<JsonDocument | string> {
  const fetched = await fetchJson(url, limits);
  if (typeof fetched === 'string') return fetched;
  const document = parseJsonObject(fetched.body);
  if (document === undefined) return 'is not a JSON object with distinct member names';
  return { document, cacheControl: fetched.cacheControl };
}

/** Fetches a JSON list of texts; otherwise as `fetchJsonDocument`. */
export async function fetchJsonList(url: string, limits: FetchLimits): Promise<readonly string[] | string> {
  const fetched = await fetchJson(url, limits);
  return typeof fetched === 'string' ? fetched : (parseTextList(fetched.body) ?? 'is not a JSON list of texts');
}

function parseTextList(bytes: Uint8Array): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(utf8Text(bytes) ?? '');
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

async function fetchJson(url: string, { longest, outbound }: FetchLimits) {
  const refusal = await outbound.checkUrl(url);
  if (refusal) return refusal.message;
  const headers = { accept: 'application/json' };
  const response = await outbound.get({ url, headers, timeoutMs, maxResponseBytes: longest + 1 });
  if (response.status === null) return `cannot be fetched: ${response.error}`;
  if (response.status !== 200) return `responded with the status ${response.status} instead of 200`;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(response.headers['content-type'] ?? ''))
    return 'is not served as application/json';
  if (response.body.length > longest) return `is longer than ${longest} bytes`;
  return { body: response.body, cacheControl: response.headers['cache-control'] };
}

/** Bounds and default of the time for which a document is fresh, seconds. */
const shortest = 60;
const longest = 86_400;
const usual = 3_600;

/** Returns for how many seconds a document is fresh, from its Cache-Control within bounds (RFC 9111 §5.2.2). */
export function documentLifetime(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? '').toLowerCase().split(',');
  const named = directives.map((directive) => directive.trim());
  if (named.some((directive) => directive === 'no-store' || directive === 'no-cache')) return shortest;
  const seconds = named.map((directive) => /^max-age="?(\d{1,9})"?$/.exec(directive)?.[1]).find((found) => found);
  return seconds === undefined ? usual : Math.min(longest, Math.max(shortest, Number(seconds)));
}
