import { codeProtectionViolation } from '../authorization/code-protection.ts';
import { requireKeysFor } from '../client-authentication/require-keys.ts';
import type { Client, ClientChange } from '../client.ts';
import { emailPseudonymViolation } from '../identity/email-pseudonym.ts';
import { pairwiseReachViolation, type PairwiseSectors } from '../identity/pairwise-sectors.ts';
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
  clients,
  metrics,
  outbound,
  pairwiseSectors,
  settings,
  now,
  request,
  respond,
}) => {
  const violation =
    originViolation(change.allowedOrigins ?? []) ??
    emailPseudonymViolation(change.emailPseudonym, settings) ??
    (await logoutUriViolation(change.backchannelLogoutUri, outbound)) ??
    (await keysUriViolation(jwksUri ?? null, outbound, 'jwksUri'));
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const sectorChange = await sectorViolation(
    await clients.byAddress(providerAddress),
    change,
    pairwiseSectors,
    request.ip,
  );
  if (sectorChange !== undefined) throw invalidOauthRequest(sectorChange);
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

/** Returns why an application with pairwise subjects cannot change so: everybody would get another subject. */
async function sectorViolation(
  known: Client | undefined,
  { redirectUris, reach }: ClientChange,
  sectors: PairwiseSectors,
  ip: string,
): Promise<string | undefined> {
  if (!known || known.pairwiseSector === null) return undefined;
  const violation = pairwiseReachViolation('pairwise', reach);
  if (violation !== undefined || redirectUris === undefined) return violation;
  const found = await sectors.find({ ...known, redirectUris, subjectType: 'pairwise' }, ip);
  if (typeof found === 'string') return found;
  if (found.pairwiseSector === known.pairwiseSector) return undefined;
  return `The redirect URIs leave the sector ${known.pairwiseSector}, so that everybody would get another sub: register a new application.`;
}
