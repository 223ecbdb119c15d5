import { encodeBase64url } from '../protocol/base64url.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import { passkeyRefused } from './errors.ts';
import { ownerCookieName, ownerSessionSeconds } from './owner-cookie.ts';
import { secretHash } from './secret-hash.ts';
import type { BrowserSessionStore } from './store/browser-sessions.ts';

export interface BrowserSignIn {
  readonly sub: string;
  readonly at: Date;
  readonly browserSessions: BrowserSessionStore;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly cookies: IncomingRequest['cookies'];
}

/**
 * Starts a session of a browser, in place of the one it had.
 *
 * @returns the cookie's secret: 256 bits, never stored
 * @throws DomainError `passkey_refused`
 */
export async function signInBrowser({
  sub,
  at,
  browserSessions,
  randomBytes,
  cookies,
}: BrowserSignIn): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(at.getTime() + ownerSessionSeconds * 1000);
  const created = await browserSessions.create({ tokenHash: secretHash(token), sub, createdAt: at, expiresAt });
  // The owner was deleted in this very moment.
  if (!created) throw passkeyRefused();
  const former = cookies[ownerCookieName];
  if (former !== undefined && former !== '') await browserSessions.delete(secretHash(former));
  return { token, expiresAt };
}
