import { encodeBase64url } from '../protocol/base64url.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import { passkeyRefused } from './errors/owner-errors.ts';
import { placeOf } from './place.ts';
import { ownerCookieName, ownerSessionSeconds } from './owner-cookie.ts';
import { secretHash } from './secret-hash.ts';
import { passkeyAuthenticator } from './authenticator.ts';
import type { SsoStores } from './stores.ts';

export interface NewBrowserSession {
  readonly sub: string;
  readonly at: Date;
  /** The passkey that signs the browser in. */
  readonly credentialId: string;
  readonly stores: Pick<SsoStores, 'browserSessions' | 'sessionTree'>;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  readonly request: Pick<IncomingRequest, 'id' | 'cookies' | 'ip' | 'userAgent'>;
  readonly issuer: string;
}

/**
 * Starts a browser session in the place of the former one of the same browser, which ends when it was another owner's.
 *
 * @returns the secret of the cookie: 256 bits, stored only as a hash
 * @throws DomainError `passkey_refused`
 */
export async function startBrowserSession({
  sub,
  at,
  credentialId,
  stores: { browserSessions, sessionTree },
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
    authenticator: passkeyAuthenticator(credentialId),
    createdAt: at,
    expiresAt,
    place: placeOf(request),
  });
  // The owner was deleted concurrently.
  if (!created) throw passkeyRefused();
  const cookie = request.cookies[ownerCookieName(issuer)];
  const former = cookie ? await browserSessions.use(secretHash(cookie), at, placeOf(request)) : undefined;
  if (former?.sub === sub) await browserSessions.replace({ id: former.browserSessionId, sub }, id);
  else if (former)
    await sessionTree.endSession({
      node: { kind: 'browser', sub: former.sub, id: former.browserSessionId },
      reason: 'browser_signed_out',
      at,
      event: { event: 'browser_signed_out', at, requestId: request.id, ownerSub: former.sub, ip: request.ip },
    });
  return { token, expiresAt };
}
