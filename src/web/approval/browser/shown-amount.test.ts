import { expect, test } from 'vitest';
import { germanScreens } from '../messages/de/screens.ts';
import { englishScreens } from '../messages/en/screens.ts';
import { japaneseScreens } from '../messages/ja/screens.ts';
import { setLanguage } from './language.ts';
import { shownAmount } from './shown-amount.ts';

test.each([
  ['en', englishScreens, '990 of the smallest unit of EUR'],
  ['de', germanScreens, '990 der kleinsten Einheit von EUR'],
  ['ja', japaneseScreens, 'EUR の最小単位で 990'],
] as const)(
  'approval page: an amount of a currency that is not known is not divided, in %s',
  (language, texts, text) => {
    setLanguage(language, texts);
    // Intl would give every unknown currency two digits.
    expect(shownAmount('990', 'EUR')).toBe(text);
    expect(shownAmount('990', 'constructor')).toContain('990');
    expect(shownAmount('990000', 'USDC')).toBe('0.99 USDC');
  },
);
