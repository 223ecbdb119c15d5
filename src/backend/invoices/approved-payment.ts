import { isJsonObject } from '../../protocol/json-object.ts';
import { approvalNotCovering } from '../errors.ts';
import type { Approval } from '../security.ts';
import type { NewPaymentIntent } from './invoice-store.ts';

/** Whether a granted detail is a payment with these members. */
export const grants = (detail: unknown, members: Readonly<Record<string, string>>): boolean =>
  isJsonObject(detail) &&
  detail['type'] === 'payment' &&
  Object.entries(members).every(([name, value]) => detail[name] === value);

/**
 * Returns the intent bound to each granted detail that approves it.
 * @throws DomainError approval_not_covering when none does
 */
export function usesOf({ jti, details }: Approval, intent: NewPaymentIntent): readonly NewPaymentIntent[] {
  const { product_id: productId, amount, token, recipient_address: payee } = intent;
  const uses = details.flatMap((detail, position) =>
    grants(detail, { productId, amount, token, payee })
      ? [{ ...intent, approval_jti: jti, approval_detail: position }]
      : [],
  );
  if (uses.length === 0) throw approvalNotCovering();
  return uses;
}
