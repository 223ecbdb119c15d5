import { bucketOfId, withBucket } from '../../runtime/database/bucket.ts';
import { ofRequest } from '../administration/audit-store.ts';
import type { AuthorizationDetail, BackchannelGrant } from '../../../generated/sso/types.ts';
import { approvalReceiptType } from '../../protocol/approval-receipt.ts';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import type { TokenClient } from '../tokens/grant-store.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  agentPaused,
  approvalDenied,
  approvalExpired,
  authorizationPending,
  authReqIdRefused,
  keyRefused,
  slowDown,
} from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { signRs256Jwt } from '../keys/signing-keys.ts';
import { placeOf } from '../sessions/place.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { consumeProof, requireBoundKey } from '../tokens/proof-of-possession.ts';
import { type SignedTokens, signTokens } from '../tokens/sign-tokens.ts';
import { type Approval, type ApprovalState, approvalState, approvedScope, approvedTokenSeconds } from './approval.ts';
import { selectDetails } from './details.ts';

type Context = SsoHandlerContext & SsoRequestContext;

export type ApprovedTokens = SignedTokens & {
  readonly authorization_details?: readonly AuthorizationDetail[];
  readonly approval_receipt: string;
};

/**
 * Polls for the decision of a person, and exchanges an approval for tokens (CIBA Core §10.1). They have the granted details
 * alone, and end with the session of the agent that asked.
 */
export async function exchangeApproval(
  grant: Pick<BackchannelGrant, 'auth_req_id' | 'authorization_details'>,
  { client, proof }: { readonly client: TokenClient | undefined; readonly proof: DpopProof | undefined },
  context: Context,
): Promise<ApprovedTokens> {
  const { approvals, now, request } = context;
  if (!client || client.disabledAt !== null) throw authReqIdRefused();
  const at = now();
  const approval = await approvals.byAuthReq(secretHash(grant.auth_req_id));
  if (approval?.clientAddress !== client.address) throw authReqIdRefused();
  const { id, ownerSub, clientAddress, jkt } = approval;
  const about = { at, ...ofRequest(request), ownerSub, clientAddress, details: { approvalRequest: id, jkt } };
  await requireBoundKey(proof, jkt, context, about);
  const details = selectDetails(grant.authorization_details, approval.details);
  await consumeProof(proof, context, about);

  if (approval.sessionPausedAt !== null) throw agentPaused();
  const decided = approvalState(approval, at);
  if (decided.state === 'pending')
    throw (await approvals.polledEarly(approval, at)) ? slowDown() : authorizationPending();
  const receipt = await signReceipt(approval, decided, client.pairwiseSector, context);
  if (decided.state === 'rejected') throw approvalDenied(receipt);
  if (decided.state === 'expired') throw approvalExpired(decided.decidedBy !== 'budget', receipt);
  if (approval.redeemedAt !== null) throw authReqIdRefused();
  if (approval.redeemableUntil === null || approval.redeemableUntil <= at) throw approvalExpired(true, receipt);
  const tokens = await issueTokens({ approval: { ...approval, details }, client, about }, context);
  if (!tokens) throw authReqIdRefused();
  return { ...tokens, ...(details.length > 0 && { authorization_details: details }), approval_receipt: receipt };
}

interface Redeemed {
  readonly approval: Approval;
  readonly client: TokenClient;
  readonly about: Parameters<typeof requireBoundKey>[3];
}

/** @returns undefined when the approval was exchanged before, or the session of its agent ended */
async function issueTokens({ approval, client, about }: Redeemed, context: Context): Promise<SignedTokens | undefined> {
  const { approvals, sessions, metrics, newId, now, request } = context;
  const { clientAddress, ownerSub, parentId, resource, jkt, amr, details } = approval;
  const at = now();
  const sessionId = withBucket(newId(), bucketOfId(parentId));
  const statusIndex = await sessions.reserveStatusIndex();
  const endsAt = new Date(at.getTime() + approvedTokenSeconds * 1000);
  const tokens = await signTokens(
    {
      sessionId,
      statusIndex,
      ownerSub,
      client,
      scope: approvedScope,
      audience: resource === null ? [clientAddress] : [clientAddress, resource],
      jkt,
      authTime: approval.authTime ?? at,
      amr,
      acr: null,
      authorizationDetails: details,
      endsAt,
    },
    context,
  );
  const redeemed = await approvals.redeem({
    approval,
    sessionId,
    statusIndex,
    scope: approvedScope,
    at,
    endsAt,
    place: placeOf(request),
    issued: { ...about, event: 'tokens_issued', details: { ...about.details, sessionId, agentSessionId: parentId } },
  });
  if (redeemed === false) return undefined;
  if (redeemed !== true) throw keyRefused(redeemed);
  metrics.signedIn('approval');
  return tokens;
}

/** Signs the receipt of a decision: who asked whom for what, and what came of it. Its `jti` is that of the request. */
async function signReceipt(
  approval: Approval,
  decided: Exclude<ApprovalState, { readonly state: 'pending' }>,
  pairwiseSector: string | null,
  { signingKeys, settings, subjects }: Pick<SsoHandlerContext, 'signingKeys' | 'settings' | 'subjects'>,
): Promise<string> {
  const { id, clientAddress, ownerSub, jkt, requestDigest, details, detailSentences, mandateId, amr, authTime } =
    approval;
  return signRs256Jwt(
    approvalReceiptType,
    {
      iss: settings.issuer,
      aud: clientAddress,
      sub: subjects.of(ownerSub, { pairwiseSector }),
      client_id: clientAddress,
      ...(jkt !== null && { cnf: { jkt } }),
      iat: Math.floor(decided.decidedAt.getTime() / 1000),
      jti: id,
      request_digest: requestDigest,
      ...(details.length > 0 && { authorization_details: details }),
      ...(detailSentences.length > 0 && { detail_sentences: detailSentences }),
      decision: decided.state,
      decided_by: decided.decidedBy,
      ...(mandateId !== null && { mandate_id: mandateId }),
      ...(amr && { amr }),
      ...(authTime && { auth_time: Math.floor(authTime.getTime() / 1000) }),
    },
    await signingKeys.current(),
  );
}
