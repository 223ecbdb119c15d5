import { ofRequest } from '../administration/audit-store.ts';
import { codeProtectionViolation } from '../sign-in/check-authorization.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import { emailPseudonymViolation } from '../identity/claims.ts';
import { pairwiseReachViolation, type PairwiseSectors } from '../identity/subjects.ts';
import { usesSecret } from './client-key-set.ts';
import { requireKeysFor } from './client-keys.ts';
import { keysUriViolation, logoutUriViolation, originViolation } from './addresses.ts';
import { invalidOauthRequest, unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { type Client, type ClientChange, requireFreeName } from './client.ts';
import { providerResponse } from './client.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { ownApplication, providerNotFound } from '../errors/administration-errors.ts';
import { createPage, decodePageCursor } from '../../runtime/http/page.ts';

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
      ...ofRequest(request),
      clientAddress: address,
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
      ...ofRequest(request),
      clientAddress: providerAddress,
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

/** Returns one application, disabled or not. */
export const getProvider: SsoHandler<'getProvider'> = async ({ path: { providerAddress }, clients, respond }) => {
  const client = await clients.byAddress(providerAddress);
  if (!client) throw providerNotFound(providerAddress);
  return respond(200, providerResponse(client));
};

/** Form of a client_id. */
const address = /^(?:[0-9a-f]{32}|https?:[\x21-\x7e]{1,256})$/;

/** Lists all applications, the most recently created first. */
export const listProviders: SsoHandler<'listProviders'> = async ({
  query: { limit = 20, cursor },
  clients,
  respond,
}) => {
  const after = decodePageCursor(cursor, address, unknownListCursor);
  const found = await clients.list({ limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, (client) => ({ at: client.createdAt, id: client.address }));
  return respond(200, { providers: items.map(providerResponse), hasMore: nextCursor !== null, nextCursor });
};

/** Disables an application, with its pending sign-ins and its sessions. Idempotent. */
export const disableProvider: SsoHandler<'disableProvider'> = async ({
  path: { providerAddress },
  administrator,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const { client, ended } = await atomically(async ({ clients, sessionTree, audit }) => {
    const known = await clients.byAddress(providerAddress);
    if (known?.kind === 'own') throw ownApplication(known.name);
    const disabled = await clients.disable(providerAddress, at);
    if (!disabled) throw providerNotFound(providerAddress);
    const event = {
      event: 'provider_disabled',
      at,
      ...ofRequest(request),
      clientAddress: providerAddress,
      administrator,
    } as const;
    const node = { kind: 'client', address: providerAddress } as const;
    const ended = await sessionTree.endSession({ node, reason: 'provider_disabled', at, event });
    if (!ended) await audit.record(event);
    return { client: disabled, ended };
  });
  metrics.revoked('provider_disabled', ended?.sessions);
  return respond(200, providerResponse(client));
};

/** Returns the key that signs the directories of agents, signed by itself. */
export const getProviderDirectory: SsoHandler<'getProviderDirectory'> = async ({ directories, request, respond }) => {
  const directory = { keys: [directories.key] };
  return respond(200, directory, await directories.headers(request.url, directory));
};
