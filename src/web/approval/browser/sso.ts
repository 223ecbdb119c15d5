import { createSsoClient } from '../../../../generated/sso/client.ts';

/** The provider that served this page. */
export const sso = createSsoClient({ baseUrl: location.origin });

interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

/** What to tell a person about an answer that is not a success. */
export function explain({ status, body }: Refusal): Error {
  if (status === 401) return new SignedOutError();
  if (status === 429 || status === 503) return new Error('The provider is busy. Wait a moment and try again.');
  const text = typeof body === 'object' && body !== null && 'error_description' in body ? body.error_description : '';
  return new Error(typeof text === 'string' && text !== '' ? text : `The provider answered ${status}.`);
}

/** Nobody is signed in in this browser, or not any more. */
export class SignedOutError extends Error {
  constructor() {
    super('You are not signed in any more. Sign in with your passkey.');
    this.name = 'SignedOutError';
  }
}
