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
  metrics,
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
  const at = now();
  const client = await atomically(async ({ clients, sessions, sessionTree, audit }) => {
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
    const event = {
      event: 'provider_updated',
      at,
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
      details: { ...change, ...(jwks && { jwks }), ...(jwksUri !== undefined && { jwksUri }) },
    } as const;
    if (known.reach === 'sign-in' || updated.reach === 'platform') {
      await audit.record(event);
      return updated;
    }
    // Restricted: what agents and helpers have reaches the platform's services until it ends.
    await sessions.restrict(providerAddress, at);
    const node = { kind: 'helpers', address: providerAddress } as const;
    const ended = await sessionTree.endSession({ node, reason: 'reach_narrowed', at, event });
    if (!ended) await audit.record(event);
    metrics.revoked('reach_narrowed', ended?.sessions ?? 0);
    return updated;
  });
  return respond(200, providerResponse(client));
};
