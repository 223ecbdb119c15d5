import { withResource } from '../applications/resources.ts';
import { selectDetails } from '../approvals/details.ts';
import { ofRequest } from '../administration/audit-store.ts';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { verifyCodeVerifier } from '../../protocol/pkce.ts';
import { authorizationStatus } from '../sign-in/authorization-request.ts';
import {
  authorizationPending,
  codeRedeemed,
  codeRefused,
  deviceCodeExpired,
  deviceCodeRefused,
  deviceRejected,
  keyRefused,
  slowDown,
} from '../errors/oauth-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoRequestContext } from '../handler.ts';
import { consumeProof, requireBinding, requireBoundKey } from './proof-of-possession.ts';
import { placeOf } from '../sessions/place.ts';
import { absoluteEnd } from '../sessions/session.ts';
import { tokenAudience } from './reach.ts';
import { secretHash, secretKey } from './grant-secrets.ts';
import type { ApprovedRequest, FoundGrant, TokenClient } from './grant-store.ts';
import { type SignedTokens, signTokens } from './sign-tokens.ts';

interface AuthorizationCodeGrant {
  readonly code: string;
  readonly code_verifier?: string;
  readonly redirect_uri?: string;
  readonly resource?: string;
  readonly authorization_details?: string;
}

export type GrantedTokens = SignedTokens & { readonly refresh_token: string; readonly scope?: string };

/**
 * Redeems an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5). Nothing is consumed before every check has passed.
 * The redemption is one statement, so exactly one of several concurrent calls succeeds.
 */
export async function exchangeCode(
  grant: AuthorizationCodeGrant,
  { client, proof, grant: authorization }: FoundGrant<ApprovedRequest> & { readonly proof: DpopProof | undefined },
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens> {
  const { requests, now } = context;
  const { ownerSub } = authorization;
  if (!ownerSub || !matchesRequest(grant, authorization)) throw codeRefused();
  await requireBoundKey(proof, authorization.dpopJkt, context, authorizationAuditFields(authorization, context));

  const status = authorizationStatus(authorization, now());
  if (status === 'redeemed') throw await codeReused({ ...authorization, ownerSub }, context);
  if (status !== 'approved') throw codeRefused();
  const details = selectDetails(grant.authorization_details, authorization.details);
  const settings = await withResource(context.settings, grant.resource ?? authorization.resource, context);
  const audience = tokenAudience(authorization, grant.resource, settings);
  requireBinding(proof?.jkt ?? null, { client, audience }, settings);
  await consumeProof(proof, context, authorizationAuditFields(authorization, context));
  const tokens = await issueTokens({ ...authorization, details }, { client, proof, audience }, context);
  if (tokens) return tokens;
  const redeemed = await requests.byCode(secretKey(grant.code));
  throw redeemed?.redeemedAt ? await codeReused({ ...authorization, ownerSub }, context) : codeRefused();
}

/**
 * Starts a session for an approved request and returns its tokens.
 *
 * @returns undefined when the request was redeemed meanwhile, has expired, or its owner was deleted
 * @throws DomainError invalid_grant when the key of the proof cannot be bound to the owner
 */
async function issueTokens(
  authorization: ApprovedRequest,
  {
    client,
    proof,
    audience,
  }: { readonly client: TokenClient; readonly proof: DpopProof | undefined; readonly audience: readonly string[] },
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens | undefined> {
  const { sessions, settings, secrets, subjects, now, newId } = context;
  const { ownerSub } = authorization;
  if (ownerSub === null) return undefined;
  const at = now();
  const jkt = proof?.jkt ?? null;
  const sessionId = newId();
  const statusIndex = await sessions.reserveStatusIndex();
  const refreshToken = secrets.inBucket(bucketOfId(sessionId));
  const { clientAddress, browserSessionId } = authorization;
  const endsAt = absoluteEnd({ clientAddress, jkt, browserSessionId }, at, settings);
  // Signed before the redemption, so that a failing signature does not consume the code.
  const tokens = await signTokens(
    {
      sessionId,
      statusIndex,
      ownerSub,
      client,
      scope: authorization.scope,
      audience,
      jkt,
      authTime: authorization.authTime ?? authorization.decidedAt ?? at,
      amr: authorization.amr,
      acr: authorization.acr,
      authorizationDetails: authorization.details,
      endsAt,
      ...(authorization.nonce !== null && { nonce: authorization.nonce }),
    },
    context,
  );
  const issued = authorizationAuditFields(authorization, context);
  const created = await sessions.redeem({
    requestId: authorization.id,
    ownerSub,
    browserSessionId,
    pairwiseSub: client.pairwiseSector === null ? null : subjects.of(ownerSub, client),
    sessionId,
    statusIndex,
    reach: authorization.reach,
    jkt,
    publicJwk: proof?.jwk.kty === 'OKP' ? proof.jwk : null,
    refreshTokenHash: secretHash(refreshToken),
    at,
    expiresAt: new Date(Math.min(at.getTime() + settings.lifetimes.refreshToken * 1000, endsAt.getTime())),
    endsAt,
    place: placeOf(context.request),
    issued: { ...issued, event: 'tokens_issued', details: { ...issued.details, sessionId, jkt } },
  });
  if (created === false) return undefined;
  if (created !== true) throw keyRefused(created);

  context.metrics.signedIn('application');
  const narrowed = authorization.requestedScope !== authorization.scope;
  // The refresh token does not carry them: what is used once would be used again with every new token.
  const { details } = authorization;
  return {
    ...tokens,
    refresh_token: refreshToken,
    ...(narrowed && { scope: authorization.scope }),
    ...(details.length > 0 && { authorization_details: details }),
  };
}

/** Checks redirect_uri and PKCE verifier, so that a stolen code alone cannot revoke a session. */
function matchesRequest(grant: AuthorizationCodeGrant, authorization: ApprovedRequest): boolean {
  return (
    (grant.redirect_uri ?? null) === authorization.redirectUri &&
    verifierMatches(grant.code_verifier, authorization.codeChallenge)
  );
}

/** A request with a challenge needs its verifier, and one without must have none (RFC 9700 §2.1.1, PKCE downgrade). */
const verifierMatches = (verifier: string | undefined, challenge: string | null): boolean =>
  challenge === null ? verifier === undefined : verifyCodeVerifier(verifier, challenge);

/** Revokes the tokens of a code that is redeemed twice (RFC 6749 §4.1.2, RFC 9700 §4.5.3). */
async function codeReused(
  authorization: ApprovedRequest & { readonly ownerSub: string },
  context: SsoHandlerContext & SsoRequestContext,
): Promise<Error> {
  const reused = authorizationAuditFields(authorization, context);
  const ended = await context.sessionTree.endSession({
    node: { kind: 'request', id: authorization.id, sub: authorization.ownerSub },
    reason: 'code_reuse',
    at: reused.at,
    event: { ...reused, event: 'code_reused' },
  });
  context.metrics.signInRefused('code_reused');
  context.metrics.revoked('code_reuse', ended?.sessions);
  return codeRedeemed();
}

/** Returns the audit fields that all events of one request share. */
function authorizationAuditFields(
  authorization: ApprovedRequest,
  { request, now }: SsoHandlerContext & SsoRequestContext,
) {
  return {
    at: now(),
    ...ofRequest(request),
    ownerSub: authorization.ownerSub,
    clientAddress: authorization.clientAddress,
    details: { authorizationRequest: authorization.id },
  };
}

/** Exchanges a device code for tokens once the person approved (RFC 8628 §3.4, §3.5). A proof binds the tokens. */
export async function exchangeDeviceCode(
  grant: { readonly device_code: string; readonly resource?: string },
  client: TokenClient,
  proof: DpopProof | undefined,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens> {
  const { deviceCodes, now } = context;
  const deviceCode = secretKey(grant.device_code);
  const authorization = await deviceCodes.request(deviceCode);
  if (!authorization || authorization.clientAddress !== client.address) throw deviceCodeRefused();
  switch (authorizationStatus(authorization, now())) {
    case 'pending':
      throw (await deviceCodes.polledEarly(deviceCode, now())) ? slowDown() : authorizationPending();
    case 'rejected':
      throw deviceRejected();
    case 'expired':
      throw deviceCodeExpired();
    case 'redeemed':
      throw deviceCodeRefused();
    case 'approved': {
      await requireBoundKey(proof, authorization.dpopJkt, context, authorizationAuditFields(authorization, context));
      const settings = await withResource(context.settings, grant.resource ?? authorization.resource, context);
      const audience = tokenAudience(authorization, grant.resource, settings);
      requireBinding(proof?.jkt ?? null, { client, audience }, settings);
      await consumeProof(proof, context, authorizationAuditFields(authorization, context));
      const tokens = await issueTokens(authorization, { client, proof, audience }, context);
      if (!tokens) throw deviceCodeRefused();
      return tokens;
    }
  }
}
