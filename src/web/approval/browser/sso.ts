import { createSsoClient } from '../../../../generated/sso/client.ts';
import { findText, translated } from './language.ts';
import { PageError, SignedOutError } from './page-error.ts';

/** The provider that served this page. */
export const sso = createSsoClient({
  baseUrl: location.origin,
  fetch: async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      throw new PageError(translated('providerUnreachable'), { cause: error });
    }
  },
});

interface UnsuccessfulResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the error for an unsuccessful response: the contract's messages are English, so its code selects the text. */
export function responseError({ status, body }: UnsuccessfulResponse): Error {
  const code = memberOf(body, 'error');
  const known = findText(`error_${code}`);
  if (known !== undefined) return new PageError(known);
  if (status === 401) return new SignedOutError();
  if (status === 429 || status === 503) return new PageError(translated('providerBusy'));
  return new PageError(code === '' ? translated('providerStatus', { status: String(status) }) : refusal(code, body));
}

/** English pages show the contract's own message, which may name a value. */
function refusal(code: string, body: unknown): string {
  const message = document.documentElement.lang === 'en' ? memberOf(body, 'error_description') : '';
  return message === '' ? translated('providerRefused', { code }) : message;
}

function memberOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null && name in body ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}
