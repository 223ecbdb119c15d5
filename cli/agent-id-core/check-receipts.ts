import type { ApprovalRequestParameters } from '../../src/protocol/approval-receipt.ts';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { Failure } from '../shared/failure.ts';
import type { ProviderTrust } from '../shared/evidence/provider-trust.ts';
import { addError, addWarning, type RecordedReceipt, type TrailCheck } from './trail-check.ts';

/**
 * Verifies the receipts found since the last call: signed by a trusted provider, about the request that the entry records
 * and the key and the owner of the entry. A receipt that cannot be verified now is a warning, and proves nothing.
 *
 * @param trust undefined ignores receipts
 */
export async function checkReceipts(check: TrailCheck, trust: ProviderTrust | undefined): Promise<void> {
  for (const recorded of check.receipts.splice(0)) {
    if (!trust) continue;
    const { line, seq } = recorded;
    try {
      const problem = await mismatch(recorded, trust);
      if (problem !== undefined) addError(check, line, seq, 'bad_receipt', problem);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'bad_receipt') addError(check, line, seq, 'bad_receipt', error.message);
      else addWarning(check, line, seq, 'receipt_unverified', error.message);
    }
  }
}

/** Finds the reason why a receipt is not about its entry. @throws Failure bad_receipt */
async function mismatch(
  { payload, jkt, ownerSub }: RecordedReceipt,
  trust: ProviderTrust,
): Promise<string | undefined> {
  const { receipt, request, decision } = payload;
  if (typeof receipt !== 'string' || !isRequest(request)) return 'The entry has no receipt, or no request.';
  const verified = await trust.verifyReceipt({ receipt, request, jkt });
  if (verified.decision !== decision)
    return `The entry says ${String(decision)}, and the receipt ${verified.decision}.`;
  if (verified.sub !== ownerSub) return 'The receipt is by another owner than the entry names.';
  return undefined;
}

const isRequest = (value: unknown): value is JsonObject & ApprovalRequestParameters =>
  isJsonObject(value) &&
  typeof value['client_id'] === 'string' &&
  Object.values(value).every((one) => typeof one === 'string');
