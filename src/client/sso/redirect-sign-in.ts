import { createPendingSignIn, redirectKey, storePendingSignIn } from './pending-sign-in.ts';
import { authorizeParameters } from './start-sign-in.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { AuthorizeError } from './sso-errors.ts';

/** Returns the address of a sign-in in this browser, which ends at the redirectUri. @throws TypeError without redirectUri */
export function createSignInUrl(context: SsoClientContext): string {
  const { ssoBaseUrl, redirectUri, flowStorage } = context.config;
  if (redirectUri === undefined) throw new TypeError('A sign-in by redirect needs the option redirectUri.');
  const signIn = createPendingSignIn();
  // A link that is shown beside it keeps its own secrets, and can still be approved on another device.
  flowStorage.setItem(redirectKey, [signIn.codeVerifier, signIn.state, signIn.nonce].join(' '));
  context.reporter.event({ type: 'sign-in-started' });
  return `${ssoBaseUrl}/oauth/authorize?${new URLSearchParams({ ...authorizeParameters(context, signIn), response_mode: 'query' })}`;
}

/**
 * Returns the code in an address to which the provider redirected, and makes the secrets of its sign-in those of the next
 * exchange; null when the address is not the end of a pending sign-in.
 *
 * @throws AuthorizeError when the sign-in was declined, or for a response of another sign-in or issuer
 */
export function readRedirect({ config }: SsoClientContext, address: string): string | null {
  const { flowStorage } = config;
  const { searchParams } = new URL(address);
  const [codeVerifier = '', pending, nonce = ''] = flowStorage.getItem(redirectKey)?.split(' ') ?? [];
  const read = (name: string) => {
    const [value, repeated] = searchParams.getAll(name);
    return repeated === undefined ? value : undefined;
  };
  const [code, error, state, issuer] = [read('code'), read('error'), read('state'), read('iss')];
  if (pending === undefined || (code === undefined && error === undefined)) return null;
  // Otherwise a link could sign this browser in as somebody else (RFC 9700 §4.7, RFC 9207 §2.4).
  if (state !== pending) throw refuse('state_mismatch', 'its state is not the state of the pending sign-in');
  if (issuer !== config.ssoBaseUrl) throw refuse('issuer_mismatch', `its issuer is not ${config.ssoBaseUrl}`);
  flowStorage.removeItem(redirectKey);
  if (code === undefined || error !== undefined) {
    throw new AuthorizeError(`The sign-in ended without approval: ${error}.`, {
      error,
      description: read('error_description'),
    });
  }
  storePendingSignIn(flowStorage, { codeVerifier, state, nonce });
  return code;
}

/** Returns an address without the parameters of the response, for the address bar and the history. */
export function withoutResponse(address: string): string {
  const url = new URL(address);
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) url.searchParams.delete(name);
  return url.href;
}

function refuse(error: string, why: string): AuthorizeError {
  return new AuthorizeError(`The redirect was rejected: ${why}.`, { error });
}
