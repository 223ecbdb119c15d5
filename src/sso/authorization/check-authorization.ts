import type { AuthorizeForm } from '../../../generated/sso/types.ts';
import { isAllowedOrigin } from '../client-origin.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  codeChallengeUsed,
  invalidClient,
  originNotAllowed,
  redirectOnly,
  redirectUriNotRegistered,
  requestedKeyCompromised,
} from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { requireKeyOrPromise } from '../reach/dpop-demand.ts';
import { grantedScope, requireScopeOfClient } from '../reach/granted-scope.ts';
import { type ApprovedReach, checkResource } from '../reach/token-audience.ts';
import { isRegisteredRedirect } from '../redirect-uri.ts';
import type { Client } from '../client.ts';
import type { ResponseMode } from '../authorization-request.ts';
import { requireCodeProtection } from './code-protection.ts';
import { readIdTokenHint } from './id-token-hint.ts';
import { responseModeOf } from './response-mode.ts';

export interface CheckedAuthorization {
  readonly client: Client;
  readonly responseMode: ResponseMode;
  readonly redirectUri: string | null;
  readonly requestedScope: string;
  /** Scope and audience that an approval grants. */
  readonly approved: ApprovedReach;
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
  if (redirectUri !== null && !isRegisteredRedirect(client.redirectUris, redirectUri)) throw redirectUriNotRegistered();
  checkOrigin(client, responseMode, request);
  requireCodeProtection(parameters, client);
  requireScopeOfClient(requestedScope, client);
  const approved = {
    clientAddress: client.address,
    scope: grantedScope(requestedScope, client, settings),
    reach: client.reach,
    resource: parameters.resource ?? null,
  };
  checkResource(approved, settings);
  if (parameters.dpop_jkt !== undefined && (await agentKeys.isCompromised(parameters.dpop_jkt)))
    throw requestedKeyCompromised();
  requireKeyOrPromise({ dpopJkt: parameters.dpop_jkt, resource: approved.resource }, client, settings);
  const hintedSub =
    parameters.id_token_hint === undefined
      ? null
      : await readIdTokenHint(parameters.id_token_hint, {
          issuer: settings.issuer,
          clientAddress: client.address,
          keys: signingKeys.resolve,
        });
  return { client, responseMode, redirectUri, requestedScope, approved, hintedSub };
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
