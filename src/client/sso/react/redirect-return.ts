import type { SsoClient } from '../sso-client.ts';

/** Whether this page's origin completes a sign-in by redirect: its secrets are in the storage of this origin. */
export function returnsToThisOrigin({ config: { redirectUri } }: SsoClient): boolean {
  return (
    redirectUri !== undefined && typeof location !== 'undefined' && new URL(redirectUri).origin === location.origin
  );
}

/** Whether the address may be the end of a sign-in by redirect; `finishRedirect` decides. */
export function mayBeReturn(client: SsoClient): boolean {
  if (!returnsToThisOrigin(client)) return false;
  const response = new URLSearchParams(location.search);
  return response.has('state') && (response.has('code') || response.has('error'));
}

/** Session storage key of the address whose page asked for the sign-in. */
const returnKey = 'platform-sso_return_to';

/** Leaves the page to sign in on this device. */
export function leaveForSignIn(client: SsoClient): void {
  const address = client.createSignInUrl();
  client.config.flowStorage.setItem(returnKey, location.href);
  location.assign(address);
}

/** Leads the browser back to the page that asked for the sign-in, unless it shows that page already. */
export function leadBack({ config: { flowStorage } }: SsoClient): void {
  const asked = flowStorage.getItem(returnKey);
  flowStorage.removeItem(returnKey);
  if (asked === null) return;
  const { origin, pathname, search, href } = new URL(asked);
  if (origin !== location.origin) return;
  if (pathname + search === location.pathname + location.search) history.replaceState(history.state, '', href);
  else location.replace(href);
}
