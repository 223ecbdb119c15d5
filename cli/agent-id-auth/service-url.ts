import { Failure } from '../shared/failure.ts';
import { isLoopback } from '../shared/provider-address.ts';

/**
 * The address that a flag gives: https, or http on a loopback host, or http anywhere with --allow-insecure.
 * @throws Failure invalid_url, insecure_url
 */
export function parseServiceUrl(text: string, allowInsecure: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Failure('invalid_url', `--url takes an absolute http or https address, not "${text}".`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure('invalid_url', '--url must not contain a user name or password.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecure) {
    throw new Failure(
      'insecure_url',
      `${url.origin} is not https. Use https, or pass --allow-insecure if you accept the risk.`,
    );
  }
  return url;
}

/**
 * A method in capitals.
 * @throws Failure invalid_flag unless it is letters only
 */
export function parseMethod(text: string): string {
  if (!/^[A-Za-z]+$/.test(text)) throw new Failure('invalid_flag', `--method takes letters only, not "${text}".`);
  return text.toUpperCase();
}

/**
 * Refuses what `fetch` would not send (Fetch standard, forbidden methods and header values), before anything is signed.
 * @throws Failure invalid_flag
 */
export function requireSendable(method: string, contentType: string): void {
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method))
    throw new Failure('invalid_flag', `--method ${method} cannot be sent. Use header and a client of your own.`);
  if (!/^[\t\x20-\x7e]+$/.test(contentType))
    throw new Failure('invalid_flag', `--content-type takes a media type, not ${JSON.stringify(contentType)}.`);
}
