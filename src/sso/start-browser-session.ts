import { encodeBase64url } from '../protocol/base64url.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import { passkeyRefused } from './errors/owner-errors.ts';
import { placeOf } from './place.ts';
import { ownerCookieName, ownerSessionSeconds } from './owner-cookie.ts';
import { secretHash } from './secret-hash.ts';
import type { BrowserSessionStore } from './store/browser-sessions.ts';

export interface NewBrowserSession {
  readonly sub: string;
  readonly at: Date;
  readonly browserSessions: BrowserSessionStore;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  readonly request: Pick<IncomingRequest, 'cookies' | 'ip' | 'userAgent'>;
  readonly issuer: string;
}

/**
 * Starts a browser session and deletes the former one of the same browser.
 *
 * @returns the secret of the cookie: 256 bits, stored only as a hash
 * @throws DomainError `passkey_refused`
 */
export async function startBrowserSession({
  sub,
  at,
  browserSessions,
  randomBytes,
  newId,
  request,
  issuer,
}: NewBrowserSession): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(at.getTime() + ownerSessionSeconds * 1000);
  const id = newId();
  const created = await browserSessions.create({
    id,
    tokenHash: secretHash(token),
    sub,
    createdAt: at,
    expiresAt,
    place: placeOf(request),
  });
  // The owner was deleted concurrently.
  if (!created) throw passkeyRefused();
  const former = request.cookies[ownerCookieName(issuer)];
  if (former !== undefined && former !== '') await browserSessions.replace(secretHash(former), { id, sub }, at);
  return { token, expiresAt };
}
