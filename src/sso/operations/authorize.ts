import { isAllowedOrigin } from '../client-origin.ts';
import { comparisonCode, drawDecoyCodes } from '../comparison-code.ts';
import {
  codeChallengeUsed,
  invalidClient,
  originNotAllowed,
  redirectUriNeeded,
  redirectUriNotRegistered,
} from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requestCookie } from '../request-cookie.ts';
import { isRegisteredRedirect } from '../redirect-uri.ts';
import { secretHash } from '../secret-hash.ts';

/** The only granted scope. */
const scope = 'openid';
/** Stored characters of the User-Agent header. */
const userAgentLength = 256;

/** Starts a sign-in: validates client, redirect URI and origin, and returns the deep link and the polling code. */
export const authorize: SsoHandler<'authorize'> = async ({
  query,
  request,
  requests,
  clients,
  secrets,
  settings,
  now,
  newId,
  randomBytes,
  respond,
}) => {
  if (await requests.challengeSeen(query.code_challenge)) throw codeChallengeUsed();
  const client = await clients.byAddress(query.client_id);
  if (!client || client.disabledAt !== null) throw invalidClient();
  const redirectUri = query.redirect_uri ?? null;
  if (redirectUri !== null && !isRegisteredRedirect(client.redirectUris, redirectUri)) throw redirectUriNotRegistered();
  if (query.response_mode === 'query' && redirectUri === null) throw redirectUriNeeded();
  if (request.origin !== undefined && !isAllowedOrigin(client.allowedOrigins, request.origin))
    throw originNotAllowed(request.origin);

  const at = now();
  const expiresAt = new Date((Math.floor(at.getTime() / 1000) + settings.lifetimes.authorization) * 1000);
  const link = secrets.draw();
  const linkHash = secretHash(link);
  const pollingCode = secrets.draw();
  const browserSecret = query.response_mode === 'query' ? secrets.draw() : undefined;
  const code = comparisonCode(randomBytes);
  const asked = {
    id: newId(),
    linkHash,
    browserHash: browserSecret === undefined ? null : secretHash(browserSecret),
    pollingCodeHash: secretHash(pollingCode),
    codeHash: secretHash(secrets.codeOf(query.response_mode === 'json' ? pollingCode : link)),
    codeChallenge: query.code_challenge,
    clientAddress: client.address,
    responseMode: query.response_mode,
    scope,
    requestedScope: query.scope,
    state: query.state,
    nonce: query.nonce,
    redirectUri,
    dpopJkt: query.dpop_jkt ?? null,
    comparisonCode: code,
    decoyCodes: drawDecoyCodes(code, randomBytes),
    requesterIp: withoutZone(request.ip),
    requesterUserAgent: request.userAgent?.slice(0, userAgentLength) ?? null,
    createdAt: at,
    expiresAt,
  };
  if (!(await requests.create(asked))) throw codeChallengeUsed();

  const deepLink = `${settings.issuer}/approve/${link}`;
  if (browserSecret !== undefined)
    return respond(303, undefined, {
      location: deepLink,
      'set-cookie': requestCookie(browserSecret, linkHash, settings.issuer),
    });
  return respond(200, {
    deep_link: deepLink,
    polling_code: pollingCode,
    expired_at: expiresAt.getTime() / 1000,
    comparison_code: asked.comparisonCode,
  });
};

/** Removes the zone of a link-local address (`fe80::1%eth0`): it names an interface of this machine. */
const withoutZone = (ip: string): string => ip.split('%')[0] ?? ip;
