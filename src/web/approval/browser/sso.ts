import { createSsoClient } from '../../../../generated/sso/client.ts';
import { unwrap } from '../../../typed-contract/client.ts';
import { findText, translated } from './language.ts';
import { PageError, SignedOutError } from './screen.ts';
import type { Owner } from '../../../../generated/sso/types.ts';

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

type SsoResponse = Parameters<typeof unwrap>[0];

/** Returns the body of a success. @throws PageError for any other response, SignedOutError without a session */
export async function bodyOf<Received extends SsoResponse>(sent: Received | Promise<Received>) {
  const response = await sent;
  if (response.status >= 300) throw responseError(response);
  return unwrap(response);
}

/** Waits for a deletion. What is not found any more was deleted on another page, or has expired. */
export async function deleted(sent: Promise<SsoResponse>): Promise<void> {
  const response = await sent;
  if (response.status !== 404) await bodyOf(response);
}

/** Returns the error for an unsuccessful response: the contract's messages are English, so its code selects the text. */
function responseError({ status, body }: SsoResponse): Error {
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

let hasRequested = false;

/**
 * Returns the owner who is signed in to this browser; undefined without a session. The first call on a page that came
 * without a session sends no request, because the refusal would be an error in the browser's console.
 *
 * @throws Error when the provider refuses for another reason
 */
export async function readOwner(): Promise<Owner | undefined> {
  const known = hasRequested || document.querySelector<HTMLElement>('main')?.dataset['session'] !== 'none';
  hasRequested = true;
  if (!known) return undefined;
  const response = await sso.getOwner();
  return response.status === 401 ? undefined : bodyOf(response);
}
