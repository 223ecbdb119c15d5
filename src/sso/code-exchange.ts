import type { DpopProof } from '../protocol/dpop-proof.ts';
import { verifyCodeVerifier } from '../protocol/pkce.ts';
import { type AuthorizationRequest, authorizationStatus } from './authorization-request.ts';
import { codeRedeemed, codeRefused } from './errors.ts';
import type { SsoContext, SsoFacts } from './handler.ts';
import { demandBoundKey, useProof } from './proof-of-possession.ts';
import { secretHash } from './secret-hash.ts';
import { type SignedTokens, signTokens } from './tokens.ts';

export interface CodeGrant {
  readonly code: string;
  readonly client_id: string;
  readonly code_verifier: string;
  readonly redirect_uri?: string;
}

export type IssuedTokens = SignedTokens & { readonly refresh_token: string; readonly scope?: 'openid' };

/**
 * Redeems an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5). Nothing is consumed before every check has passed;
 * the redemption itself is one statement, which exactly one of any number of calls wins.
 */
export async function exchangeCode(
  grant: CodeGrant,
  proof: DpopProof | undefined,
  context: SsoContext & SsoFacts,
): Promise<IssuedTokens> {
  const { requests, sessions, settings, secrets, now, newId } = context;
  const asked = await requests.byCode(secretHash(grant.code));
  if (!asked?.ownerSub || !belongsTogether(grant, asked)) throw codeRefused();
  await demandBoundKey(proof, asked.dpopJkt, context, about(asked, context));

  const status = authorizationStatus(asked, now());
  if (status === 'redeemed') throw await codeReused(asked, context);
  if (status !== 'approved') throw codeRefused();
  await useProof(proof, context, about(asked, context));

  const at = now();
  const jkt = proof?.jkt ?? null;
  const sessionId = newId();
  const refreshToken = secrets.draw();
  // Signed first: a signature that fails costs nobody the code.
  const tokens = await signTokens(
    {
      sessionId,
      ownerSub: asked.ownerSub,
      clientAddress: asked.clientAddress,
      scope: asked.scope,
      jkt,
      authTime: asked.decidedAt ?? at,
      nonce: asked.nonce,
    },
    context,
  );
  const issued = about(asked, context);
  const won = await sessions.redeem({
    requestId: asked.id,
    ownerSub: asked.ownerSub,
    sessionId,
    jkt,
    refreshTokenHash: secretHash(refreshToken),
    at,
    expiresAt: new Date(at.getTime() + settings.lifetimes.refreshToken * 1000),
    issued: { ...issued, event: 'tokens_issued', details: { ...issued.details, sessionId, jkt } },
  });
  if (!won) {
    const meanwhile = await requests.byCode(secretHash(grant.code));
    throw meanwhile?.redeemedAt ? await codeReused(asked, context) : codeRefused();
  }

  const narrowed = asked.askedScope !== asked.scope;
  return { ...tokens, refresh_token: refreshToken, ...(narrowed && { scope: 'openid' }) };
}

/** A code alone ends nobody's session: whoever sends it must also know the verifier. */
function belongsTogether(grant: CodeGrant, asked: AuthorizationRequest): boolean {
  return (
    grant.client_id === asked.clientAddress &&
    (grant.redirect_uri ?? null) === asked.redirectUri &&
    verifyCodeVerifier(grant.code_verifier, asked.codeChallenge)
  );
}

/** RFC 6749 §4.1.2, RFC 9700 §4.5.3: what was issued for a code that is redeemed again is revoked. */
async function codeReused(asked: AuthorizationRequest, context: SsoContext & SsoFacts): Promise<Error> {
  const reused = about(asked, context);
  await context.atomically(async ({ sessions, audit }) => {
    const session = await sessions.revokeByRequest({ requestId: asked.id, at: reused.at });
    const details = { ...reused.details, revokedSession: session?.id ?? null };
    await audit.record({ ...reused, event: 'code_reused', details });
  });
  return codeRedeemed();
}

/** What every event of a sign-in puts on record. */
function about(asked: AuthorizationRequest, { request, now }: SsoContext & SsoFacts) {
  return {
    at: now(),
    requestId: request.id,
    ownerSub: asked.ownerSub,
    clientAddress: asked.clientAddress,
    ip: request.ip,
    details: { authorizationRequest: asked.id },
  };
}
