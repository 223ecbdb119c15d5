import { approvalReceiptType } from '../../protocol/approval-receipt.ts';
import { signRs256Jwt } from '../keys/signing-keys.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { Approval, ApprovalState } from './approval.ts';

/** Signs the receipt of a decision: who asked whom for what, and what came of it. Its `jti` is that of the request. */
export async function signReceipt(
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
