import { expect, test } from 'vitest';
import type { ContradictionCause } from '../../../generated/backend/types.ts';
import { unsettleable } from './contradictions-page.tsx';

test.each([
  ['finalized_after_failed', 'finalized', true],
  ['expired', 'finalized', true],
  ['amount', 'finalized', true],
  ['refund_without_payment', 'refunded', true],
  ['amount', 'failed', false],
  ['failed_after_finalized', 'failed', false],
  ['unknown_invoice', 'finalized', false],
  ['tx_hash_used', 'finalized', false],
  ['paid_twice', 'finalized', false],
  ['refunded_twice', 'refunded', false],
] as const satisfies readonly (readonly [ContradictionCause, string, boolean])[])(
  'console: a contradiction %s with the status %s can be settled: %s',
  (cause, status, settleable) => {
    expect(unsettleable({ cause, payload: { status } }) === undefined).toBe(settleable);
  },
);
