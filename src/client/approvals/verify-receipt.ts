import {
  type ApprovalReceipt,
  type ApprovalReceiptExpectation,
  verifyApprovalReceipt,
} from '../../protocol/approval-receipt.ts';
import { findDatedKey } from '../../protocol/key-history.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { createKeySetResolver } from '../guards/guard.ts';

export interface ReceiptOptions extends Omit<ApprovalReceiptExpectation, 'receipt' | 'keys' | 'now'> {
  /** Resolves the provider's keys. Default: its key set at `<issuer>/oauth/jwks`. */
  readonly keys?: KeyResolver | undefined;
  /**
   * The provider's key history (`/oauth/jwks/history`) or key set, parsed: verifies offline, and receipts whose key is no
   * longer published.
   */
  readonly keyHistory?: { readonly keys: readonly unknown[] } | undefined;
  /** Fetches the key set. Default: the fetch of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: number | undefined;
}

/** Key sets by issuer, so that many receipts fetch one. */
const fetchedKeys = new Map<string, KeyResolver>();

function keysOf({ issuer, keys, keyHistory, fetch }: ReceiptOptions): KeyResolver {
  if (keys !== undefined) return keys;
  if (keyHistory !== undefined) return async (kid) => findDatedKey(keyHistory.keys, kid);
  const url = `${issuer.replace(/\/+$/, '')}/oauth/jwks`;
  if (fetch !== undefined) return createKeySetResolver({ url, fetch });
  const known = fetchedKeys.get(url) ?? createKeySetResolver({ url });
  fetchedKeys.set(url, known);
  return known;
}

/**
 * Verifies the receipt of a decision: `typ`, signature by a key of the provider, `iss`, `aud`, and the request when it is
 * given. A receipt does not expire.
 *
 * @throws ApprovalReceiptError with the code of the first failed check
 * @throws UnavailableError when the key set cannot be read
 */
export function verifyReceipt(
  receipt: string,
  { now = Date.now(), ...options }: ReceiptOptions,
): Promise<ApprovalReceipt> {
  const { issuer, clientId, jkt, request } = options;
  return verifyApprovalReceipt({ receipt, keys: keysOf(options), issuer, clientId, jkt, request, now: now / 1000 });
}
