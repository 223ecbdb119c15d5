import type { CreateProviderRequest, UpdateProviderRequest } from '../../../generated/sso/types.ts';
import { ofRequest, type SsoAuditEvent } from '../administration/audit-store.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import type { SsoHandlerContext } from '../context.ts';
import { ownApplication } from '../errors/administration-errors.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { emailPseudonymViolation } from '../identity/claims.ts';
import { pairwiseReachViolation, type PairwiseSectors } from '../identity/subjects.ts';
import { codeProtectionViolation } from '../sign-in/check-authorization.ts';
import type { SsoStores } from '../stores.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import type { ClientRegistrationKind } from '../database.ts';
import { fetchedUriViolation, logoutUriViolation, originViolation } from './addresses.ts';
import { usesSecret } from './client-key-set.ts';
import { requireKeysFor } from './client-keys.ts';
import { type Client, type ClientChange, requireFreeName } from './client.ts';

type Context = SsoHandlerContext & SsoRequestContext;

/** Who registers or changes an application, as the audit names them. */
export type Registrar = Pick<SsoAuditEvent, 'administrator' | 'ownerSub'>;

interface Registration {
  readonly registration: Extract<ClientRegistrationKind, 'administrator' | 'owner'>;
  readonly registrar: Registrar;
  /** Further checks and rows of the same transaction. */
  readonly within?: (stores: SsoStores, client: Client) => Promise<void>;
}

/**
 * Registers an application at a random address, by the rules that hold for administrators and owners alike.
 *
 * @throws DomainError `invalid_request`, `name_reserved`
 */
export async function registerApplication(
  {
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
  }: CreateProviderRequest,
  { registration, registrar, within }: Registration,
  { atomically, outbound, pairwiseSectors, secrets, settings, newId, now, randomBytes, request }: Context,
): Promise<{ readonly client: Client; readonly clientSecret: string | undefined }> {
  requireFreeName(name, settings.reservedNames ?? []);
  const violation =
    originViolation(allowedOrigins) ??
    codeProtectionViolation({ tokenEndpointAuthMethod, requirePkce, requireNonce }) ??
    pairwiseReachViolation(subjectType, reach) ??
    emailPseudonymViolation(emailPseudonym, settings) ??
    deliveryViolation(further) ??
    (await targetViolation(jwksUri === undefined ? further : { ...further, jwksUri }, outbound));
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const keys = requireKeysFor(tokenEndpointAuthMethod, { jwks, jwksUri });
  const address = encodeHex(randomBytes(16));
  const subject = await pairwiseSectors.find({ address, redirectUris, subjectType, sectorIdentifierUri }, request.ip);
  if (typeof subject === 'string') throw invalidOauthRequest(subject);
  const at = now();
  const clientSecret = usesSecret(tokenEndpointAuthMethod) ? secrets.generate() : undefined;
  const client = await atomically(async (stores) => {
    await stores.audit.record({
      event: 'provider_created',
      at,
      ...ofRequest(request),
      clientAddress: address,
      ...registrar,
      details: { name, tokenEndpointAuthMethod, reach: reach ?? 'sign-in', subjectType, requirePkce, requireNonce },
    });
    const created = await stores.clients.create({
      address,
      name,
      redirectUris,
      allowedOrigins,
      ...(comparison && { comparison }),
      ...(reach && { reach }),
      registration,
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
      backchannelClientNotificationEndpoint: further.backchannelClientNotificationEndpoint ?? null,
      policyUri: further.policyUri ?? null,
      tosUri: further.tosUri ?? null,
      createdAt: at,
    });
    await within?.(stores, created);
    return created;
  });
  return { client, clientSecret };
}

interface Change {
  readonly registrar: Registrar;
  /** Finds the application in the transaction of the change. @throws DomainError unless the caller may change it */
  readonly find: (stores: SsoStores) => Promise<Client>;
  /** Further checks. */
  readonly within?: (stores: SsoStores, known: Client) => Promise<void>;
}

/**
 * Updates the given members of an application; lists are replaced as a whole.
 *
 * @throws DomainError `invalid_request`, `name_reserved`, `own_application`
 */
export async function changeApplication(
  { jwks, jwksUri, ...change }: UpdateProviderRequest,
  { registrar, find, within }: Change,
  context: Context,
): Promise<Client> {
  const { atomically, metrics, outbound, pairwiseSectors, settings, now, request } = context;
  const violation =
    originViolation(change.allowedOrigins ?? []) ??
    emailPseudonymViolation(change.emailPseudonym, settings) ??
    deliveryViolation(change) ??
    (await targetViolation(jwksUri === undefined ? change : { ...change, jwksUri }, outbound));
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const sectorChange = await sectorViolation(await find(context), change, pairwiseSectors, request.ip);
  if (sectorChange !== undefined) throw invalidOauthRequest(sectorChange);
  const at = now();
  return atomically(async (stores) => {
    const { clients, sessions, sessionTree, audit } = stores;
    const known = await find(stores);
    const { address } = known;
    const inconsistent = codeProtectionViolation({ ...known, ...change });
    if (inconsistent !== undefined) throw invalidOauthRequest(inconsistent);
    if (known.kind === 'own') throw ownApplication(known.name);
    if (change.name !== undefined) requireFreeName(change.name, settings.reservedNames ?? []);
    await within?.(stores, known);
    const hasKeys = jwks !== undefined || jwksUri !== undefined;
    const keys = hasKeys ? requireKeysFor(known.tokenEndpointAuthMethod, { jwks, jwksUri }) : {};
    const updated = (await clients.update(address, { ...change, ...keys })) ?? known;
    const event = {
      event: 'provider_updated',
      at,
      ...ofRequest(request),
      clientAddress: address,
      ...registrar,
      details: { ...change, ...(jwks && { jwks }), ...(jwksUri !== undefined && { jwksUri }) },
    } as const;
    if (known.reach === 'sign-in' || updated.reach === 'platform') {
      await audit.record(event);
      return updated;
    }
    // Restricted: what agents and helpers have reaches the platform's services until it ends.
    await sessions.restrict(address, at);
    const node = { kind: 'helpers', address } as const;
    const ended = await sessionTree.endSession({ node, reason: 'reach_narrowed', at, event });
    if (!ended) await audit.record(event);
    metrics.revoked('reach_narrowed', ended?.sessions ?? 0);
    return updated;
  });
}

/** Disables an application in the caller's transaction: its pending sign-ins and its sessions end. Idempotent. */
export async function disableApplication(
  { clients, sessionTree, audit }: Pick<SsoStores, 'clients' | 'sessionTree' | 'audit'>,
  known: Client,
  about: Omit<SsoAuditEvent, 'clientAddress'>,
) {
  const { address } = known;
  const { at } = about;
  const client = (await clients.disable(address, at)) ?? known;
  const event = { ...about, clientAddress: address };
  const node = { kind: 'client', address } as const;
  const ended = await sessionTree.endSession({ node, reason: 'provider_disabled', at, event });
  if (!ended) await audit.record(event);
  return { client, ended };
}

/** Returns why delivery mode and endpoint contradict each other (CIBA Core §4). */
function deliveryViolation({
  backchannelTokenDeliveryMode: mode,
  backchannelClientNotificationEndpoint: endpoint,
}: UpdateProviderRequest): string | undefined {
  if (mode === 'ping' && typeof endpoint !== 'string')
    return 'backchannelClientNotificationEndpoint is missing: the mode ping sends to it.';
  if (mode === 'poll' && typeof endpoint === 'string')
    return 'backchannelTokenDeliveryMode is poll: leave backchannelClientNotificationEndpoint out.';
  return undefined;
}

/** Returns what is wrong with the addresses that the provider sends requests to. */
async function targetViolation(
  {
    backchannelLogoutUri,
    backchannelClientNotificationEndpoint: endpoint = null,
    jwksUri,
  }: Pick<UpdateProviderRequest, 'backchannelLogoutUri' | 'backchannelClientNotificationEndpoint' | 'jwksUri'>,
  outbound: Context['outbound'],
): Promise<string | undefined> {
  return (
    (await logoutUriViolation(backchannelLogoutUri, outbound)) ??
    (await fetchedUriViolation(endpoint, outbound, 'backchannelClientNotificationEndpoint')) ??
    (await fetchedUriViolation(jwksUri ?? null, outbound, 'jwksUri'))
  );
}

/** Returns why an application with pairwise subjects cannot change so: everybody would get another subject. */
async function sectorViolation(
  known: Client,
  { redirectUris, reach }: ClientChange,
  sectors: PairwiseSectors,
  ip: string,
): Promise<string | undefined> {
  if (known.pairwiseSector === null) return undefined;
  const violation = pairwiseReachViolation('pairwise', reach);
  if (violation !== undefined || redirectUris === undefined) return violation;
  const found = await sectors.find({ ...known, redirectUris, subjectType: 'pairwise' }, ip);
  if (typeof found === 'string') return found;
  if (found.pairwiseSector === known.pairwiseSector) return undefined;
  return `The redirect URIs leave the sector ${known.pairwiseSector}, so that everybody would get another sub: register a new application.`;
}
