import type { Token } from '../../../generated/backend/types.ts';

/** Decimal places. */
const decimals: Readonly<Record<Token, number>> = { USDC: 6, PLATFORM: 9 };

/** Formats an amount in smallest units as a decimal number. */
export function formatAmount(amount: string, token: Token): string {
  const digits = amount.padStart(decimals[token] + 1, '0');
  const whole = digits.slice(0, -decimals[token]);
  const part = digits.slice(-decimals[token]).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}
