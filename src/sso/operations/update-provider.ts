import { codeProtectionViolation } from '../authorization/code-protection.ts';
import { requireKeysFor } from '../client-authentication/require-keys.ts';
import { keysUriViolation } from '../client-registration/keys-uri-violation.ts';
import { originViolation } from '../client-origin.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { ownApplication, providerNotFound } from '../errors/administration-errors.ts';
import { logoutUriViolation } from '../logout/check-logout-uri.ts';
import type { SsoHandler } from '../handler.ts';
import { requireFreeName } from '../reserved-name.ts';
import { providerResponse } from '../responses.ts';

/** Updates the given members of an application; lists are replaced as a whole. */
export const updateProvider: SsoHandler<'updateProvider'> = async ({
  path: { providerAddress },
  administrator,
  body: { jwks, jwksUri, ...change },
  atomically,
  outbound,
  settings,
  now,
  request,
  respond,
}) => {
  const violation =
    originViolation(change.allowedOrigins ?? []) ??
    (await logoutUriViolation(change.backchannelLogoutUri, outbound)) ??
    (await keysUriViolation(jwksUri ?? null, outbound, 'jwksUri'));
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const client = await atomically(async ({ clients, audit }) => {
    const known = await clients.byAddress(providerAddress);
    if (!known) throw providerNotFound(providerAddress);
    const inconsistent = codeProtectionViolation({ ...known, ...change });
    if (inconsistent !== undefined) throw invalidOauthRequest(inconsistent);
    if (known.kind === 'own') throw ownApplication(known.name);
    if (change.name !== undefined) requireFreeName(change.name, settings.reservedNames ?? []);
    const hasKeys = jwks !== undefined || jwksUri !== undefined;
    const keys = hasKeys ? requireKeysFor(known.tokenEndpointAuthMethod, { jwks, jwksUri }) : {};
    const updated = await clients.update(providerAddress, { ...change, ...keys });
    if (!updated) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'provider_updated',
      at: now(),
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
      details: { ...change, ...(jwks && { jwks }), ...(jwksUri !== undefined && { jwksUri }) },
    });
    return updated;
  });
  return respond(200, providerResponse(client));
};
