/** Digits behind the decimal point of known currencies; others are shown in their smallest unit. */
const decimals: Readonly<Record<string, number>> = { USDC: 6, PLATFORM: 9 };

const decimalsOf = (token: string): number | undefined =>
  Object.hasOwn(decimals, token) ? decimals[token] : undefined;

/** Whether the digits behind the decimal point of a currency are known. */
export const isKnownToken = (token: string): boolean => decimalsOf(token) !== undefined;

/** Returns an amount of the smallest unit for people, in English: `990000` of USDC is `0.99 USDC`. */
export const amountText = (amount: string, token: string): string =>
  decimalsOf(token) === undefined
    ? `${amount} of the smallest unit of ${token}`
    : `${tokenUnits(amount, token)} ${token}`;

/** Returns an amount of the smallest unit as a number of the currency: `990000` of USDC is `0.99`. */
export function tokenUnits(amount: string, token: string): string {
  const places = decimalsOf(token);
  if (places === undefined) return amount;
  const digits = amount.padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Reads a number of the currency that a person typed, with a point or a comma.
 *
 * @returns the amount in the smallest unit; undefined for other text, for zero, and for more digits than the currency has
 */
export function parseAmount(text: string, token: string): string | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,60})(?:[.,](\d{1,18}))?$/.exec(text.trim()) ?? [];
  const places = decimalsOf(token) ?? 0;
  if (whole === '' || fraction.length > places) return undefined;
  const amount = BigInt(whole + fraction.padEnd(places, '0'));
  return amount === 0n ? undefined : String(amount);
}
