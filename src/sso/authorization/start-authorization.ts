import type { AuthorizeForm, AuthorizeResponse } from '../../../generated/sso/types.ts';
import type { ResponseHeaders } from '../../typed-contract/operation.ts';
import { isAllowedOrigin } from '../client-origin.ts';
import { comparisonCode, drawDecoyCodes } from '../comparison-code.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  codeChallengeUsed,
  consentRequired,
  invalidClient,
  loginRequired,
  originNotAllowed,
  redirectUriNotRegistered,
} from '../errors.ts';
import type { SsoFacts } from '../handler.ts';
import { placeOf } from '../place.ts';
import { requestCookie } from '../request-cookie.ts';
import { isRegisteredRedirect } from '../redirect-uri.ts';
import { grantedScope } from '../reach/granted-scope.ts';
import { checkResource } from '../reach/token-audience.ts';
import { secretHash } from '../secret-hash.ts';
import type { Client } from '../store/clients.ts';
import { readIdTokenHint } from './id-token-hint.ts';
import { prompts } from './prompt.ts';
import { responseAddress } from './response-address.ts';
import { responseModeOf } from './response-mode.ts';
import { approveSilently, browserCeremony } from './silent-ceremony.ts';
import { remainingStep } from './silent-sign-in.ts';

export type StartedAuthorization =
  | { readonly kind: 'link'; readonly body: AuthorizeResponse }
  | { readonly kind: 'redirect'; readonly headers: ResponseHeaders & { readonly location: string } };

/**
 * Starts a sign-in: validates client, redirect URI and origin, and returns the deep link and the polling code, or a
 * redirect to the approval page.
 *
 * @throws DomainError with a code of RFC 6749 §4.1.2.1 or OpenID Connect Core §3.1.2.6
 */
export async function startAuthorization(
  parameters: AuthorizeForm,
  context: SsoHandlerContext & SsoFacts,
): Promise<StartedAuthorization> {
  const { request, requests, clients, consents, secrets, settings, signingKeys, now, newId, randomBytes } = context;
  const responseMode = responseModeOf(parameters);
  if (await requests.challengeSeen(parameters.code_challenge)) throw codeChallengeUsed();
  const client = await clients.byAddress(parameters.client_id);
  if (!client || client.disabledAt !== null) throw invalidClient();
  const redirectUri = parameters.redirect_uri ?? null;
  if (redirectUri !== null && !isRegisteredRedirect(client.redirectUris, redirectUri)) throw redirectUriNotRegistered();
  checkOrigin(client, responseMode, request);
  const approved = {
    clientAddress: client.address,
    scope: grantedScope(parameters.scope),
    reach: client.reach,
    resource: parameters.resource ?? null,
  };
  checkResource(approved, settings);
  const hintedSub =
    parameters.id_token_hint === undefined
      ? null
      : await readIdTokenHint(parameters.id_token_hint, {
          issuer: settings.issuer,
          clientAddress: client.address,
          keys: signingKeys.resolve,
        });
  const details = {
    prompt: parameters.prompt ?? null,
    maxAge: parameters.max_age === undefined ? null : Number(parameters.max_age),
    hintedSub,
  };
  const ceremony = responseMode === 'query' ? await browserCeremony(context) : undefined;
  const consented = ceremony !== undefined && (await consents.isGranted(ceremony.sub, client.address));
  const step = remainingStep({ client, request: details, ceremony, consented, now: now() });
  if (step !== 'none' && prompts(details.prompt, 'none'))
    throw step === 'consent' ? consentRequired() : loginRequired();

  const at = now();
  const expiresAt = new Date((Math.floor(at.getTime() / 1000) + settings.lifetimes.authorization) * 1000);
  const link = secrets.draw();
  const linkHash = secretHash(link);
  const pollingCode = secrets.draw();
  const browserSecret = responseMode === 'query' ? secrets.draw() : undefined;
  const code = comparisonCode(randomBytes);
  const place = placeOf(request);
  const asked = {
    id: newId(),
    linkHash,
    browserHash: browserSecret === undefined ? null : secretHash(browserSecret),
    pollingCodeHash: secretHash(pollingCode),
    codeHash: secretHash(secrets.codeOf(responseMode === 'json' ? pollingCode : link)),
    codeChallenge: parameters.code_challenge,
    ...approved,
    responseMode,
    requestedScope: parameters.scope,
    state: parameters.state ?? null,
    nonce: parameters.nonce ?? null,
    ...details,
    redirectUri,
    dpopJkt: parameters.dpop_jkt ?? null,
    comparisonCode: code,
    decoyCodes: drawDecoyCodes(code, randomBytes),
    requesterIp: place.ip,
    requesterUserAgent: place.userAgent,
    agentName: parameters.agent_name ?? null,
    createdAt: at,
    expiresAt,
  };
  if (!(await requests.create(asked))) throw codeChallengeUsed();

  if (step === 'none' && ceremony && redirectUri !== null) {
    await approveSilently(asked, ceremony, context);
    const response = { code: secrets.codeOf(link) };
    const location = responseAddress({ redirectUri, state: asked.state }, response, settings.issuer);
    return { kind: 'redirect', headers: { location } };
  }
  const deepLink = `${settings.issuer}/approve/${link}`;
  if (browserSecret !== undefined)
    return {
      kind: 'redirect',
      headers: { location: deepLink, 'set-cookie': requestCookie(browserSecret, linkHash, settings.issuer) },
    };
  return {
    kind: 'link',
    body: {
      deep_link: deepLink,
      polling_code: pollingCode,
      expired_at: expiresAt.getTime() / 1000,
      comparison_code: asked.comparisonCode,
    },
  };
}

/**
 * Checks that a script may call authorize for the application. A form that is submitted to authorize carries the origin
 * of the application's page, which need not be registered: its response goes to the registered redirect URI only.
 *
 * @throws DomainError `access_denied`
 */
function checkOrigin(client: Client, responseMode: 'json' | 'query', { method, origin }: SsoFacts['request']): void {
  if (origin === undefined || (method === 'POST' && responseMode === 'query')) return;
  if (!isAllowedOrigin(client.allowedOrigins, origin)) throw originNotAllowed(origin);
}
