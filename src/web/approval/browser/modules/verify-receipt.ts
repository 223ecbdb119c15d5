import {
  type ApprovalReceipt,
  ApprovalReceiptError,
  verifyApprovalReceipt,
} from '../../../../protocol/approval-receipt.ts';
import { findDatedKey } from '../../../../protocol/key-history.ts';

/** What the page that verifies receipts imports. */
export interface ReceiptVerifier {
  /**
   * Verifies a receipt for any application.
   *
   * @param keys every key that ever signed, of `/oauth/jwks/history`
   * @returns the receipt, or the code of the first failed check
   */
  readonly verifyReceipt: (
    receipt: string,
    issuer: string,
    keys: readonly unknown[],
  ) => Promise<ApprovalReceipt | string>;
}

export const verifyReceipt: ReceiptVerifier['verifyReceipt'] = async (receipt, issuer, keys) => {
  try {
    return await verifyApprovalReceipt({
      receipt,
      issuer,
      clientId: undefined,
      keys: async (kid) => findDatedKey(keys, kid),
      now: Math.floor(Date.now() / 1000),
    });
  } catch (error) {
    if (error instanceof ApprovalReceiptError) return error.code;
    throw error;
  }
};
