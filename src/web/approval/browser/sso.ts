import { createSsoClient } from '../../../../generated/sso/client.ts';

/** The provider that served this page. */
export const sso = createSsoClient({ baseUrl: location.origin });

interface UnsuccessfulResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the error message for an unsuccessful response. */
export function responseError({ status, body }: UnsuccessfulResponse): Error {
  if (status === 401) return new SignedOutError();
  if (status === 429 || status === 503) return new Error('The provider is busy. Wait a few seconds and try again.');
  const text = typeof body === 'object' && body !== null && 'error_description' in body ? body.error_description : '';
  return new Error(
    typeof text === 'string' && text !== '' ? text : `The provider responded with status ${status}. Try again.`,
  );
}

/** The browser's session is missing or has ended. */
export class SignedOutError extends Error {
  constructor() {
    super('Your session has ended. Sign in with your passkey.');
    this.name = 'SignedOutError';
  }
}
