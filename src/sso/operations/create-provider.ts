import { codeProtectionViolation } from '../authorization/code-protection.ts';
import { encodeHex } from '../../protocol/hex.ts';
import { emailPseudonymViolation } from '../identity/email-pseudonym.ts';
import { pairwiseReachViolation } from '../identity/pairwise-sectors.ts';
import { usesSecret } from '../client-authentication/auth-method.ts';
import { requireKeysFor } from '../client-authentication/require-keys.ts';
import { keysUriViolation } from '../client-registration/keys-uri-violation.ts';
import { originViolation } from '../client-origin.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { logoutUriViolation } from '../logout/check-logout-uri.ts';
import type { SsoHandler } from '../handler.ts';
import { requireFreeName } from '../reserved-name.ts';
import { providerResponse } from '../responses.ts';
import { secretHash } from '../secret-hash.ts';

/** Registers an application at a random address. */
export const createProvider: SsoHandler<'createProvider'> = async ({
  administrator,
  body: {
    name,
    redirectUris = [],
    allowedOrigins = [],
    comparison,
    reach,
    tokenEndpointAuthMethod = 'none',
    requirePkce = true,
    requireNonce = true,
    jwks,
    jwksUri,
    subjectType = 'public',
    sectorIdentifierUri = null,
    emailPseudonym = false,
    ...further
  },
  atomically,
  outbound,
  pairwiseSectors,
  secrets,
  settings,
  newId,
  now,
  randomBytes,
  request,
  respond,
}) => {
  requireFreeName(name, settings.reservedNames ?? []);
  const violation =
    originViolation(allowedOrigins) ??
    codeProtectionViolation({ tokenEndpointAuthMethod, requirePkce, requireNonce }) ??
    pairwiseReachViolation(subjectType, reach) ??
    emailPseudonymViolation(emailPseudonym, settings) ??
    (await logoutUriViolation(further.backchannelLogoutUri, outbound)) ??
    (await keysUriViolation(jwksUri ?? null, outbound, 'jwksUri'));
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const keys = requireKeysFor(tokenEndpointAuthMethod, { jwks, jwksUri });
  const address = encodeHex(randomBytes(16));
  const subject = await pairwiseSectors.find({ address, redirectUris, subjectType, sectorIdentifierUri }, request.ip);
  if (typeof subject === 'string') throw invalidOauthRequest(subject);
  const at = now();
  const clientSecret = usesSecret(tokenEndpointAuthMethod) ? secrets.generate() : undefined;
  const client = await atomically(async ({ clients, audit }) => {
    await audit.record({
      event: 'provider_created',
      at,
      requestId: request.id,
      clientAddress: address,
      ip: request.ip,
      administrator,
      details: { name, tokenEndpointAuthMethod, reach: reach ?? 'sign-in', subjectType, requirePkce, requireNonce },
    });
    return clients.create({
      address,
      name,
      redirectUris,
      allowedOrigins,
      ...(comparison && { comparison }),
      ...(reach && { reach }),
      tokenEndpointAuthMethod,
      requirePkce,
      requireNonce,
      dpopBoundAccessTokens: further.dpopBoundAccessTokens ?? false,
      ...subject,
      emailPseudonym,
      secrets: clientSecret === undefined ? [] : [{ id: newId(), hash: secretHash(clientSecret), createdAt: at }],
      ...(further.assertionAudience && { assertionAudience: further.assertionAudience }),
      ...keys,
      postLogoutRedirectUris: further.postLogoutRedirectUris ?? [],
      backchannelLogoutUri: further.backchannelLogoutUri ?? null,
      backchannelLogoutSessionRequired: further.backchannelLogoutSessionRequired ?? false,
      createdAt: at,
    });
  });
  const created = { ...providerResponse(client), ...(clientSecret !== undefined && { clientSecret }) };
  return respond(201, created, { location: `/api/v1/providers/${address}` });
};
