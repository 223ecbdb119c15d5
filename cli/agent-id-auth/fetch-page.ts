import { boundedFetch, type FetchBounds } from '../shared/network/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';

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
