import { type JsonObject, parseJsonObject } from '../protocol/json-object.ts';
import type { OutboundHttp } from '../runtime/outbound-http.ts';

export interface JsonDocument {
  readonly document: JsonObject;
  /** Value of the header Cache-Control. */
  readonly cacheControl: string | undefined;
}

const timeoutMs = 5_000;

/**
 * Fetches a JSON object from an address that an application gave, through the guard of outbound requests.
 *
 * @returns what is wrong with it, as the end of a sentence about its URL
 */
export async function fetchJsonDocument(
  url: string,
  { longest, outbound }: { readonly longest: number; readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'> },
): Promise<JsonDocument | string> {
  const refusal = await outbound.checkUrl(url);
  if (refusal) return refusal.message;
  const headers = { accept: 'application/json' };
  const response = await outbound.get({ url, headers, timeoutMs, maxResponseBytes: longest + 1 });
  if (response.status === null) return `cannot be fetched: ${response.error}`;
  if (response.status !== 200) return `responded with the status ${response.status} instead of 200`;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(response.headers['content-type'] ?? ''))
    return 'is not served as application/json';
  if (response.body.length > longest) return `is longer than ${longest} bytes`;
  const document = parseJsonObject(response.body);
  if (document === undefined) return 'is not a JSON object with distinct member names';
  return { document, cacheControl: response.headers['cache-control'] };
}
