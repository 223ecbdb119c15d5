import type { AuthorizeForm } from '../../../generated/sso/types.ts';
import { noDetails, readAuthorizationDetails, type AskedDetails } from '../approvals/details.ts';
import { withResource } from '../applications/resources.ts';
import { isAllowedOrigin, isRegisteredRedirect } from '../clients/addresses.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  challengeMethodMissing,
  challengeRequired,
  codeChallengeUsed,
  idTokenHintRefused,
  invalidAuthorizationDetails,
  invalidClient,
  nonceRequired,
  originNotAllowed,
  redirectOnly,
  redirectUriNotRegistered,
  requestedKeyCompromised,
} from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { requireKeyOrPromise } from '../tokens/proof-of-possession.ts';
import { type ApprovedReach, checkResource, grantedScope, requireScopeOfClient } from '../tokens/reach.ts';
import type { Client } from '../clients/client.ts';
import type { ResponseMode } from './authorization-request.ts';
import { responseModeOf } from './authorization-response.ts';
import { type KeyResolver, SignedJwtError, verifySignedJwt } from '../../protocol/signed-jwt.ts';

interface CheckedAuthorization {
  readonly client: Client;
  readonly responseMode: ResponseMode;
  readonly redirectUri: string | null;
  readonly requestedScope: string;
  /** Scope and audience that an approval grants. */
  readonly approved: ApprovedReach;
  readonly asked: AskedDetails;
  /** Subject of `id_token_hint`. */
  readonly hintedSub: string | null;
}

/**
 * Checks the parameters of an authorization request that depend on its client. Called for direct and for pushed requests.
 *
 * @throws DomainError with a code of RFC 6749 §4.1.2.1
 */
export async function checkAuthorization(
  parameters: AuthorizeForm,
  {
    requests,
    clients,
    clientDocuments,
    agentKeys,
    applicationResources,
    detailTypes,
    settings,
    signingKeys,
    request,
  }: SsoHandlerContext & SsoRequestContext,
): Promise<CheckedAuthorization> {
  const responseMode = responseModeOf(parameters);
  const { code_challenge: challenge, scope: requestedScope = 'openid' } = parameters;
  if (challenge !== undefined && (await requests.challengeSeen(challenge))) throw codeChallengeUsed();
  await clientDocuments.refresh(parameters.client_id, request.ip);
  const client = await clients.byAddress(parameters.client_id);
  if (!client || client.disabledAt !== null) throw invalidClient();
  if (client.kind === 'own' && responseMode !== 'query') throw redirectOnly(client.name);
  const redirectUri = parameters.redirect_uri ?? null;
  if (redirectUri !== null && !isRegisteredRedirect(client.redirectUris, redirectUri))
    throw redirectUriNotRegistered(redirectUri);
  checkOrigin(client, responseMode, request);
  requireCodeProtection(parameters, client);
  requireScopeOfClient(requestedScope, client);
  const asked = await readDetails(parameters, client, { detailTypes });
  const approved = {
    clientAddress: client.address,
    scope: grantedScope(requestedScope, client, settings),
    reach: client.reach,
    resource: parameters.resource ?? null,
  };
  const known = await withResource(settings, approved.resource, { applicationResources });
  checkResource(approved, known);
  if (parameters.dpop_jkt !== undefined && (await agentKeys.isCompromised(parameters.dpop_jkt)))
    throw requestedKeyCompromised();
  requireKeyOrPromise({ dpopJkt: parameters.dpop_jkt, resource: approved.resource }, client, known);
  const hintedSub =
    parameters.id_token_hint === undefined
      ? null
      : await readIdTokenHint(parameters.id_token_hint, {
          issuer: settings.issuer,
          clientAddress: client.address,
          keys: signingKeys.resolve,
        });
  return { client, responseMode, redirectUri, requestedScope, approved, asked, hintedSub };
}

/** @throws DomainError `invalid_authorization_details` */
async function readDetails(
  { authorization_details: text }: AuthorizeForm,
  client: Client,
  context: Pick<SsoHandlerContext, 'detailTypes'>,
): Promise<AskedDetails> {
  if (text === undefined) return noDetails;
  // They are approved without a page.
  if (client.kind === 'own')
    throw invalidAuthorizationDetails(`${client.name} belongs to the platform and asks for no details.`);
  return readAuthorizationDetails(text, client.address, context);
}

/**
 * Checks that a script may call authorize for the application. A form that is submitted to authorize carries the origin
 * of the application's page, which need not be registered: its response goes to the registered redirect URI only.
 *
 * @throws DomainError `access_denied`
 */
function checkOrigin(
  client: Client,
  responseMode: ResponseMode,
  { method, origin }: SsoRequestContext['request'],
): void {
  if (origin === undefined || (method === 'POST' && responseMode !== 'json')) return;
  if (!isAllowedOrigin(client.allowedOrigins, origin)) throw originNotAllowed(origin);
}

type ProtectionParameters = Pick<AuthorizeForm, 'code_challenge' | 'code_challenge_method' | 'state' | 'nonce'>;

/**
 * Checks what binds the code of a request to the browser and the client that sent it: PKCE, or for a confidential client
 * that may leave it out, the nonce (RFC 9700 §2.1.1); where even that is not required, at least the state (§2.1).
 *
 * @throws DomainError `invalid_request`
 */
function requireCodeProtection(
  { code_challenge: challenge, code_challenge_method: method, state, nonce }: ProtectionParameters,
  client: Pick<Client, 'tokenEndpointAuthMethod' | 'requirePkce' | 'requireNonce'>,
): void {
  if (challenge !== undefined && method === undefined) throw challengeMethodMissing();
  if (challenge !== undefined) return;
  if (client.requirePkce || client.tokenEndpointAuthMethod === 'none' || method !== undefined)
    throw challengeRequired();
  if (nonce === undefined && (client.requireNonce || state === undefined)) throw nonceRequired(client.requireNonce);
}

/** Returns what is wrong with the settings of an application; undefined when they are consistent. */
export function codeProtectionViolation({
  tokenEndpointAuthMethod,
  requirePkce,
  requireNonce,
}: Pick<Client, 'tokenEndpointAuthMethod' | 'requirePkce' | 'requireNonce'>): string | undefined {
  if (!requirePkce && tokenEndpointAuthMethod === 'none')
    return 'requirePkce is false for confidential applications only: PKCE is all that protects a public one.';
  if (!requireNonce && requirePkce) return 'requireNonce is false only together with requirePkce false.';
  return undefined;
}

/**
 * Verifies an `id_token_hint` (OpenID Connect Core §3.1.2.1). It may have expired: it identifies a person and grants
 * nothing.
 *
 * @returns its subject
 * @throws DomainError `invalid_request` unless the provider issued it to this application
 */
export async function readIdTokenHint(
  hint: string,
  {
    issuer,
    clientAddress,
    keys,
  }: { readonly issuer: string; readonly clientAddress: string; readonly keys: KeyResolver },
): Promise<string> {
  try {
    const { claims } = await verifySignedJwt(hint, keys, ['JWT']);
    const { iss, aud, sub } = claims;
    const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
    if (iss === issuer && audiences.includes(clientAddress) && typeof sub === 'string') return sub;
  } catch (error) {
    if (!(error instanceof SignedJwtError)) throw error;
  }
  throw idTokenHintRefused();
}
