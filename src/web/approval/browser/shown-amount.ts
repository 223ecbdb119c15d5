import { amountText, isKnownToken } from '../../../protocol/token-amount.ts';
import { translated } from './language.ts';

/** Returns an amount of the smallest unit in the language of the page: a currency that is not known is not divided. */
export const shownAmount = (amount: string, token: string): string =>
  isKnownToken(token) ? amountText(amount, token) : translated('smallestUnits', { amount, token });
