import { encodeBase64url } from '../../protocol/base64url.ts';
import type { SsoHandlerContext } from '../context.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { requestNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { type OwnerAction, ownerActionText } from '../owner-action.ts';
import { assertionOptions, assertionSeconds } from '../passkey-ceremony.ts';
import { secretHash } from '../secret-hash.ts';

/** Opens a challenge for an assertion that confirms one action of the caller. */
export const createPasskeyAssertionOptions: SsoHandler<'createPasskeyAssertionOptions'> = async ({
  caller: { sub, authenticator },
  body,
  requests,
  passkeys,
  passkeyChallenges,
  now,
  randomBytes,
  settings: { issuer },
  respond,
}) => {
  const action = await readAction(body, requests);
  const challenge = encodeBase64url(randomBytes(32));
  const expiresAt = new Date(now().getTime() + assertionSeconds * 1000);
  await passkeyChallenges.open(
    secretHash(challenge),
    { kind: 'assertion', sub, action: ownerActionText(action), authenticator },
    expiresAt,
  );
  const existing = await passkeys.of(sub);
  return respond(200, {
    publicKey: assertionOptions(issuer, challenge, existing),
    expiresAt: expiresAt.toISOString(),
  });
};

type ActionBody = Parameters<SsoHandler<'createPasskeyAssertionOptions'>>[0]['body'];

async function readAction(
  { action, requestId, credentialId, jkt }: ActionBody,
  requests: SsoHandlerContext['requests'],
): Promise<OwnerAction> {
  switch (action) {
    case 'approve_request': {
      if (requestId === undefined) throw invalidOauthRequest('requestId is missing: approve_request needs it.');
      const authorization = await requests.byLink(secretHash(requestId));
      if (!authorization) throw requestNotFound();
      return {
        action,
        id: authorization.id,
        clientAddress: authorization.clientAddress,
        dpopJkt: authorization.dpopJkt,
      };
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
