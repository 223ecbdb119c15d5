import { ofRequest } from '../administration/audit-store.ts';
import { approvedBySignIn } from '../sign-in/requesting-browser.ts';
import { ownerSuspended, passkeyRefused } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import {
  clearedOwnerCookie,
  ownerCookie,
  ownerCookieName,
  ownerSessionSeconds,
  requireOwnOrigin,
} from '../caller/owner-session.ts';
import { challengeHash, challengeOf, recordRefusedPasskey, verifySignIn } from '../owners/passkey-ceremony.ts';
import { placeOf } from './place.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import { ownSecret, ownSecretKey, secretHash } from '../tokens/grant-secrets.ts';
import { passkeyAuthenticator } from '../caller/caller.ts';
import type { SsoStores } from '../stores.ts';

/** Signs a browser in with a passkey. An unknown passkey and a wrong signature get the same error. */
export const createOwnerSession: SsoHandler<'createOwnerSession'> = async ({
  body: { credential, requestId },
  owners,
  passkeys,
  passkeyChallenges,
  atomically,
  refusals,
  metrics,
  now,
  randomBytes,
  newId,
  request,
  settings,
  respond,
  ...context
}) => {
  const { issuer } = settings;
  requireOwnOrigin(request, issuer);
  const at = now();
  const facts = { at, ...ofRequest(request), details: { credentialId: credential.id } };
  let ownerSub: string | null = null;
  try {
    const challenge = challengeOf(credential);
    if (!(await passkeyChallenges.consume(challengeHash(challenge, requestId), 'sign_in', at))) throw passkeyRefused();
    const passkey = await passkeys.byId(credential.id);
    if (!passkey) throw passkeyRefused();
    const { sub } = passkey;
    ownerSub = sub;
    const signCount = await verifySignIn(issuer, challenge, credential, passkey);
    if (await owners.isSuspended(sub)) {
      metrics.signInRefused('owner_suspended');
      await refusals.record({ event: 'suspended_owner_refused', ...facts, ownerSub: sub });
      throw ownerSuspended();
    }
    const approved = await approvedBySignIn({ requestId, sub }, { ...context, request, settings, now });
    const { token, expiresAt } = await atomically(async (stores) => {
      const details = { ...facts.details, userAgent: placeOf(request).userAgent };
      await stores.audit.record({ event: 'browser_signed_in', ...facts, ownerSub: sub, details });
      if (approved !== undefined) await stores.consents.grant(sub, approved, at);
      // Locks the owner before the passkey: the same order as deleting a passkey.
      const { credentialId } = passkey;
      const started = await startBrowserSession({ sub, at, credentialId, stores, randomBytes, newId, request, issuer });
      // The passkey was deleted concurrently.
      if (!(await stores.passkeys.use(passkey, signCount, at))) throw passkeyRefused();
      return started;
    });
    metrics.signedIn('browser');
    return respond(200, { sub, expiresAt: expiresAt.toISOString() }, { 'set-cookie': ownerCookie(token, issuer) });
  } catch (error) {
    await recordRefusedPasskey(error, { refusals, metrics }, { ...facts, ownerSub });
    throw error;
  }
};

/** Signs this browser out, and ends the application sessions that were started in it. */
export const deleteOwnerSession: SsoHandler<'deleteOwnerSession'> = async ({
  caller: { sub, browserSessionId },
  sessionTree,
  metrics,
  now,
  request,
  settings,
  respond,
}) => {
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'browser', sub, id: browserSessionId },
    reason: 'browser_signed_out',
    at,
    event: { event: 'browser_signed_out', at, ...ofRequest(request), ownerSub: sub },
  });
  metrics.revoked('browser_signed_out', ended?.sessions);
  return respond(204, undefined, { 'set-cookie': clearedOwnerCookie(settings.issuer) });
};

/**
 * Starts a browser session in the place of the former one of the same browser, which ends when it was another owner's.
 *
 * @returns the secret of the cookie: 256 bits and who has it, stored only as a hash
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
}: {
  readonly sub: string;
  readonly at: Date;
  /** The passkey that signs the browser in. */
  readonly credentialId: string;
  readonly stores: Pick<SsoStores, 'browserSessions' | 'sessionTree'>;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  readonly request: Pick<IncomingRequest, 'id' | 'cookies' | 'ip' | 'userAgent'>;
  readonly issuer: string;
}): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = ownSecret(encodeBase64url(randomBytes(32)), sub);
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
  const former = cookie ? await browserSessions.use(ownSecretKey(cookie), at, placeOf(request)) : undefined;
  if (former?.sub === sub) await browserSessions.replace({ id: former.browserSessionId, sub }, id);
  else if (former)
    await sessionTree.endSession({
      node: { kind: 'browser', sub: former.sub, id: former.browserSessionId },
      reason: 'browser_signed_out',
      at,
      event: { event: 'browser_signed_out', at, ...ofRequest(request), ownerSub: former.sub },
    });
  return { token, expiresAt };
}
