import { encodeBase64url } from '../../protocol/base64url.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import { authenticatorOf, requireOwner } from '../caller/caller.ts';
import { linkOwner } from './device-links.ts';
import { passkeyLimit, requestNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import {
  assertionOptions,
  assertionSeconds,
  ceremonySeconds,
  challengeHash,
  maxPasskeys,
  registrationOptions,
  signInOptions,
} from './passkey-ceremony.ts';
import { requireAdmission } from './registration.ts';
import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import { findByLink } from '../approvals/asked-links.ts';
import type { SsoHandlerContext } from '../context.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { type OwnerAction, ownerActionText } from '../caller/assertion.ts';

/** Opens a challenge for a new passkey of the caller, of the owner who shows a link, or of a new owner. */
export const createPasskeyRegistrationOptions: SsoHandler<'createPasskeyRegistrationOptions'> = async ({
  caller,
  body: { name, invite, link, requestId },
  respond,
  ...context
}) => {
  const { passkeys, passkeyChallenges, now, randomBytes, settings } = context;
  const { issuer } = settings;
  const owner = link === undefined ? caller && requireOwner(caller) : await linkOwner(link, caller, context);
  const hash = owner === undefined ? await requireAdmission(invite, context) : undefined;
  const existing = owner === undefined ? [] : await passkeys.of(owner);
  if (existing.length >= maxPasskeys) throw passkeyLimit(maxPasskeys);
  const sub = owner ?? encodeHex(randomBytes(16));
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + ceremonySeconds * 1000);
  await passkeyChallenges.open(
    challengeHash(challenge, requestId),
    {
      kind: 'registration',
      sub,
      newOwner: owner === undefined,
      name,
      inviteHash: hash,
      deviceLinkHash: link === undefined ? undefined : secretHash(link),
      authenticator: caller && link === undefined ? authenticatorOf(caller) : null,
    },
    expiresAt,
  );
  return respond(200, {
    publicKey: registrationOptions({ issuer, challenge, sub, name, existing }),
    expiresAt: expiresAt.toISOString(),
  });
};

/** Opens a challenge for an assertion that confirms one action of the caller. */
export const createPasskeyAssertionOptions: SsoHandler<'createPasskeyAssertionOptions'> = async ({
  caller: { sub, authenticator },
  body,
  requests,
  approvals,
  askedLinks,
  passkeys,
  passkeyChallenges,
  now,
  randomBytes,
  settings: { issuer },
  respond,
}) => {
  const action = await readAction(body, { requests, approvals, askedLinks });
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + assertionSeconds * 1000);
  await passkeyChallenges.open(
    secretHash(challenge),
    { kind: 'assertion', sub, action: ownerActionText(action), authenticator },
    expiresAt,
  );
  const existing = await passkeys.of(sub);
  return respond(200, { publicKey: assertionOptions(issuer, challenge, existing), expiresAt: expiresAt.toISOString() });
};

async function readAction(
  { action, requestId, credentialId, jkt }: Parameters<SsoHandler<'createPasskeyAssertionOptions'>>[0]['body'],
  context: Pick<SsoHandlerContext, 'requests' | 'approvals' | 'askedLinks'>,
): Promise<OwnerAction> {
  switch (action) {
    case 'approve_request': {
      if (requestId === undefined) throw invalidOauthRequest('requestId is missing: approve_request needs it.');
      const { authorization, approval } = await findByLink(secretKey(requestId), context);
      if (authorization) {
        const { id, clientAddress, dpopJkt } = authorization;
        return { action, id, clientAddress, dpopJkt };
      }
      if (!approval) throw requestNotFound();
      return { action, id: approval.id, clientAddress: approval.clientAddress, dpopJkt: approval.jkt };
    }
    case 'delete_passkey':
      if (credentialId === undefined) throw invalidOauthRequest('credentialId is missing: delete_passkey needs it.');
      return { action, credentialId };
    case 'delete_device':
      if (jkt === undefined) throw invalidOauthRequest('jkt is missing: delete_device needs it.');
      return { action, jkt };
    case 'create_passkey':
    case 'create_device_link':
    case 'create_recovery_codes':
    case 'delete_browser_sessions':
    case 'delete_owner':
      return { action };
  }
}

/** Opens a challenge for a sign-in with any passkey, at the page of an authorization request if one is named. */
export const createPasskeySignInOptions: SsoHandler<'createPasskeySignInOptions'> = async ({
  body,
  passkeyChallenges,
  now,
  randomBytes,
  settings: { issuer },
  respond,
}) => {
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + ceremonySeconds * 1000);
  await passkeyChallenges.open(challengeHash(challenge, body?.requestId), { kind: 'sign_in' }, expiresAt);
  return respond(200, { publicKey: signInOptions(issuer, challenge), expiresAt: expiresAt.toISOString() });
};
