import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { parseJsonObject } from '../../protocol/json-object.ts';
import { isAuthorizeResponse } from './authorize-response.ts';
import { flowKeys, pendingLinkKey } from './pending-sign-in.ts';
import type { SsoClientContext } from './sso-client-context.ts';

/** Maximum lifetime of a sign-in at the provider in milliseconds. */
const maxLifetime = 600_000;

/** Stores link and polling code of a started sign-in, so that a reloaded page continues it. */
export function storePendingLink(context: SsoClientContext, response: AuthorizeResponse): void {
  const { flowStorage, now } = context.config;
  const remaining = response.expired_at * 1000 - now();
  // An impossible lifetime comes from a wrong local clock.
  const lifetime = remaining > 0 && remaining <= maxLifetime ? remaining : maxLifetime;
  const stored = { owner: ownerOf(context), state: flowStorage.getItem(flowKeys.state), usableUntil: now() + lifetime };
  try {
    flowStorage.setItem(pendingLinkKey, JSON.stringify({ ...stored, response }));
  } catch {
    // Without room the sign-in works until the page is reloaded.
    flowStorage.removeItem(pendingLinkKey);
  }
}

/** Returns the pending sign-in of this client, or null. */
export function readPendingLink(context: SsoClientContext): AuthorizeResponse | null {
  const { flowStorage, now } = context.config;
  const { owner, state, usableUntil, response } = read(context);
  const secrets = [flowKeys.codeVerifier, flowKeys.nonce].every((key) => flowStorage.getItem(key) !== null);
  const usable = typeof usableUntil === 'number' && now() < usableUntil && usableUntil <= now() + maxLifetime;
  const isOwn = owner === ownerOf(context) && state === flowStorage.getItem(flowKeys.state);
  return secrets && usable && isOwn && isAuthorizeResponse(response) ? response : null;
}

/** Forgets the pending link when it belongs to this polling code. */
export function forgetPendingLink(context: SsoClientContext, pollingCode: string): void {
  const { response } = read(context);
  if (isAuthorizeResponse(response) && response.polling_code === pollingCode) {
    context.config.flowStorage.removeItem(pendingLinkKey);
  }
}

function read({ config: { flowStorage } }: SsoClientContext): Readonly<Record<string, unknown>> {
  return parseJsonObject(utf8(flowStorage.getItem(pendingLinkKey) ?? '')) ?? {};
}

/** Other applications of the origin use the same storage keys. */
function ownerOf({ config: { ssoBaseUrl, providerAddress }, jkt }: SsoClientContext): string {
  return [ssoBaseUrl, providerAddress, jkt].join(' ');
}
