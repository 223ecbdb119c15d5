import { bucketOf, bucketOfSecret, withBucket } from '../../runtime/database/bucket.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import type { AuthorizeForm, AuthorizeResponse } from '../../../generated/sso/types.ts';
import type { ResponseHeaders } from '../../typed-contract/operation.ts';
import { authorizationStatus, signInActions } from './authorization-request.ts';
import { comparisonCode, generateDecoyCodes } from './comparison.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  codeChallengeUsed,
  codeRedeemed,
  consentRequired,
  loginRequired,
  pollingCodeUnknown,
} from '../errors/oauth-errors.ts';
import { placeOf } from '../sessions/place.ts';
import { requestCookie } from './requesting-browser.ts';
import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import { checkAuthorization } from './check-authorization.ts';
import { beganOnOwnPage } from './oauth-parameters.ts';
import { approveSilently, browserCeremony, prompts, remainingStep } from './silent-sign-in.ts';
import { responseAddress } from './authorization-response.ts';
import type { BrowserCeremony } from './silent-sign-in-store.ts';

/** Starts a sign-in with the parameters of the query. */
export const authorize: SsoHandler<'authorize'> = async ({ query, respond, ...context }) => {
  const started = await startAuthorization(query, context);
  return started.kind === 'redirect' ? respond(303, undefined, started.headers) : respond(200, started.body);
};

/** Starts a sign-in with the parameters of a form. */
export const authorizeByPost: SsoHandler<'authorizeByPost'> = async ({ body, respond, ...context }) => {
  const started = await startAuthorization(body, context);
  return started.kind === 'redirect' ? respond(303, undefined, started.headers) : respond(200, started.body);
};

type StartedAuthorization =
  | { readonly kind: 'link'; readonly body: AuthorizeResponse }
  | { readonly kind: 'redirect'; readonly headers: ResponseHeaders & { readonly location: string } };

/**
 * Starts a sign-in: validates client, redirect URI and origin, and returns the deep link and the polling code, or a
 * redirect to the approval page.
 *
 * @throws DomainError with a code of RFC 6749 §4.1.2.1 or OpenID Connect Core §3.1.2.6
 */
async function startAuthorization(
  parameters: AuthorizeForm,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<StartedAuthorization> {
  const { request, requests, consents, secrets, settings, now, newId, randomBytes } = context;
  const checked = await checkAuthorization(parameters, context);
  const { client, responseMode, redirectUri, requestedScope, approved, hintedSub } = checked;
  // Only the console opens the console: the page of another application's request would mislead its reader.
  const acrValues = client.address === settings.consoleClient ? (parameters.acr_values ?? '').split(' ') : [];
  const wanted = {
    prompt: parameters.prompt ?? null,
    maxAge: parameters.max_age === undefined ? null : Number(parameters.max_age),
    acr: signInActions.find((action) => acrValues.includes(action)) ?? null,
    hintedSub,
  };
  const ceremony = responseMode === 'query' ? await browserCeremony(context) : undefined;
  const consented = ceremony !== undefined && (await consents.isGranted(ceremony.sub, client.address));
  const fromOwnPage = beganOnOwnPage(request, [new URL(settings.issuer).origin, ...client.allowedOrigins]);
  const step = (await isForeignKey(ceremony, parameters, context))
    ? 'consent'
    : remainingStep({ client, request: wanted, ceremony, consented, fromOwnPage, now: now() });
  if (step !== 'none' && prompts(wanted.prompt, 'none')) throw step === 'login' ? loginRequired() : consentRequired();

  const at = now();
  const expiresAt = new Date((Math.floor(at.getTime() / 1000) + settings.lifetimes.authorization) * 1000);
  const { code_challenge: codeChallenge = null } = parameters;
  const link = codeChallenge === null ? secrets.generate() : secrets.inBucket(bucketOf(codeChallenge));
  const linkHash = secretHash(link);
  const bucket = bucketOfSecret(link);
  const pollingCode = secrets.inBucket(bucket);
  const browserSecret = responseMode !== 'json' ? secrets.generate() : undefined;
  const code = comparisonCode(randomBytes);
  const place = placeOf(request);
  const authorization = {
    id: withBucket(newId(), bucket),
    linkHash,
    browserHash: browserSecret === undefined ? null : secretHash(browserSecret),
    pollingCodeHash: secretHash(pollingCode),
    codeHash: secretHash(secrets.codeOf(responseMode === 'json' ? pollingCode : link)),
    codeChallenge,
    ...approved,
    ...checked.asked,
    responseMode,
    requestedScope,
    state: parameters.state ?? null,
    nonce: parameters.nonce ?? null,
    ...wanted,
    clickRequired: client.kind === 'own' && !fromOwnPage,
    redirectUri,
    dpopJkt: parameters.dpop_jkt ?? null,
    comparisonCode: code,
    decoyCodes: generateDecoyCodes(code, randomBytes),
    requesterIp: place.ip,
    requesterUserAgent: place.userAgent,
    agentName: parameters.agent_name ?? null,
    createdAt: at,
    expiresAt,
  };
  if (!(await requests.create(authorization))) throw codeChallengeUsed();

  if (step === 'none' && ceremony && redirectUri !== null) {
    await approveSilently(authorization, ceremony, context);
    const response = { code: secrets.codeOf(link) };
    const location = responseAddress({ redirectUri, state: authorization.state }, response, settings.issuer);
    return { kind: 'redirect', headers: { location } };
  }
  const deepLink = `${settings.issuer}/approve/${link}`;
  if (browserSecret !== undefined)
    return {
      kind: 'redirect',
      headers: {
        location: deepLink + languagesOf(parameters),
        'set-cookie': requestCookie(browserSecret, linkHash, settings.issuer),
      },
    };
  return {
    kind: 'link',
    body: {
      deep_link: deepLink,
      polling_code: pollingCode,
      expired_at: expiresAt.getTime() / 1000,
      comparison_code: authorization.comparisonCode,
    },
  };
}

/** Whether the key of the request belongs to another owner than the signed-in one, who has to be told. */
const isForeignKey = async (
  ceremony: BrowserCeremony | undefined,
  { dpop_jkt: jkt }: AuthorizeForm,
  { agentKeys }: SsoHandlerContext,
): Promise<boolean> =>
  ceremony !== undefined && jkt !== undefined && (await agentKeys.refusal(jkt, ceremony.sub)) !== undefined;

/** The query with which the approval page receives `ui_locales`; empty without it. */
const languagesOf = ({ ui_locales: uiLocales }: AuthorizeForm): string =>
  uiLocales === undefined ? '' : `?${new URLSearchParams({ ui_locales: uiLocales }).toString()}`;

/** Returns the status of a sign-in. Only polls with unknown codes count against a limit. */
export const pollAuthorization: SsoHandler<'pollAuthorization'> = async (input) => {
  const { body, requests, pollPace, limits, secrets, settings, now, request, respond } = input;
  const pollingCode = secretKey(body.polling_code);
  const authorization = await requests.byPollingCode(pollingCode);
  if (!authorization) {
    limits.consume('unknownPollingCode', request.ip);
    throw pollingCodeUnknown();
  }

  const final = { ...(authorization.state !== null && { state: authorization.state }), iss: settings.issuer };
  const status = authorizationStatus(authorization, now());
  switch (status) {
    case 'pending':
      return respond(200, { status }, { 'retry-after': String(pollPace.nextWait(pollingCode.hash)) });
    case 'approved':
      return respond(200, { status: 'authorized', authorization_code: secrets.codeOf(body.polling_code), ...final });
    case 'rejected': {
      const { rejectionReason: reason } = authorization;
      return respond(200, { status, ...final, ...(reason !== null && { reason }) });
    }
    case 'expired':
      return respond(200, { status, ...final });
    case 'redeemed':
      throw codeRedeemed();
  }
};
