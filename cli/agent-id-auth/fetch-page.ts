import { boundedFetch, type FetchBounds } from '../shared/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';

/** The beginning of an HTML page, or undefined when there is none to be had; the reason is noted. */
export async function fetchPage(
  url: URL,
  bounds: FetchBounds,
  note: (text: string) => void,
): Promise<string | undefined> {
  try {
    const response = await boundedFetch(bounds)(url, { headers: { accept: 'text/html' } });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^text\/html\s*(?:;|$)/i.test(type)) return await response.text();
    note(`${url.href} answered HTTP ${response.status} with ${type === '' ? 'no content type' : type}.`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(error.message);
  }
  return undefined;
}
