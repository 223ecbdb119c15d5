import { expect, test } from 'vitest';
import { germanScreens } from '../messages/de/screens.ts';
import { englishScreens } from '../messages/en/screens.ts';
import { japaneseScreens } from '../messages/ja/screens.ts';
import { activityText, formatCountdown, formatDuration, formatList, formatTime, setLanguage } from './language.ts';
import type { OwnerActivityEvent } from '../../../../generated/sso/types.ts';
import { type Permissions, rightsOf } from './request-facts.ts';
import { shownAmount } from './request-details.ts';

const use = {
  en: () => setLanguage('en', englishScreens),
  de: () => setLanguage('de', germanScreens),
  ja: () => setLanguage('ja', japaneseScreens),
} as const;

test.each([
  [300_000, '5:00'],
  [61_500, '1:02'],
  [999, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('approval page: %i ms are shown as %s', (milliseconds, text) => {
  expect(formatCountdown(milliseconds)).toBe(text);
});

test.each([
  [30 * 86_400, '30 days'],
  [86_400, '1 day'],
  [12 * 3600, '12 hours'],
  [60, '1 hour'],
])('approval page: %i seconds are shown as %s', (seconds, text) => {
  use.en();
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  ['de', 'heute, 09:30', '1. März 2026, 09:30', '30 Tage', '1 Tag', 'a, b und c'],
  ['ja', '今日 09:30', '2026年3月1日 09:30', '30 日', '1 日', 'a、b、c'],
] as const)(
  'approval page: times, durations and lists are those of %s',
  (language, today, earlier, days, day, list) => {
    use[language]();
    const at = '2026-03-01T09:30:00';
    expect(formatTime(at, new Date('2026-03-01T20:00:00'))).toBe(today);
    expect(formatTime(at, new Date('2026-03-02T20:00:00'))).toBe(earlier);
    expect([formatDuration(30 * 86_400), formatDuration(86_400)]).toEqual([days, day]);
    expect(formatList(['a', 'b', 'c'])).toBe(list);
  },
);

const happened = (event: string, further: Partial<OwnerActivityEvent> = {}): OwnerActivityEvent => ({
  eventId: '1',
  at: '2026-03-01T09:30:00.000Z',
  event,
  details: {},
  ...further,
});

const application = { clientId: '00000006010000000000000000000001', name: 'Field Notes' };

test.each([
  [happened('passkey_registered'), 'A passkey was added'],
  [happened('sign_in_approved', { application }), 'Field Notes was approved'],
  [happened('sign_in_approved'), 'An application was approved'],
  [
    happened('sign_in_rejected', { application, details: { reason: 'comparison_failed' } }),
    'Field Notes was declined: a wrong code was picked',
  ],
  [happened('browser_signed_out', { details: { scope: 'all_browsers' } }), 'All browsers were signed out'],
  [happened('browser_signed_out'), 'A browser was signed out'],
  [happened('something_new'), 'something new'],
])('account page: the activity %j is described', (event, text) => {
  use.en();
  expect(activityText(event)).toBe(text);
});

test('account page: an activity is described in the language of the page', () => {
  use.de();
  expect(activityText(happened('sign_in_approved', { application }))).toBe('Field Notes wurde genehmigt');
  expect(activityText(happened('something_new'))).toBe('something new');
});

/** The list as text: ✓ may, ✗ cannot. */
const listOf = (permissionCodes: string[], services: string[] = [], permissions = permissionCodes) => {
  use.en();
  // A future provider may send codes that this page does not know.
  const rights = rightsOf({ permissions, services, ...({ permissionCodes } as Pick<Permissions, 'permissionCodes'>) });
  return [...rights].map(
    ([service, texts]) =>
      `${service}: ${texts.map(({ kind, text }) => `${kind === 'may' ? '✓' : '✗'} ${text}`).join(', ')}`,
  );
};

const account = 'Your account: ✗ cannot change your account';

test('approval page: an application with platform scopes has exactly those', () => {
  expect(listOf(['forum:vote'])).toEqual(['Forum: ✓ may vote, ✗ cannot write', 'Payments: ✗ cannot pay', account]);
  expect(listOf(['payments'])).toEqual([
    'Forum: ✗ cannot write, ✗ cannot vote',
    'Payments: ✓ may create payments',
    account,
  ]);
});

test('approval page: without platform scopes no limit is claimed that no service enforces', () => {
  expect(listOf(['act'], ['Forum', 'Example'])).toEqual([
    'Forum: ✓ may do everything in your name',
    'Example: ✓ may do everything in your name',
    account,
  ]);
});

test('approval page: an application that signs people in knows who they are, and cannot write for them', () => {
  expect(listOf(['sign_in', 'profile'])).toEqual([
    'Forum: ✗ cannot write, ✗ cannot vote',
    'Your account: ✓ may know that it is you, ✓ may see your name and picture, ✗ cannot change your account',
  ]);
});

test('approval page: a permission that the page does not know is shown in the words of the contract', () => {
  expect(listOf(['forum:moderate'], [], ['moderate the forum'])).toEqual([account, ': ✓ moderate the forum']);
});

test.each([
  ['en', '990 of the smallest unit of EUR'],
  ['de', '990 der kleinsten Einheit von EUR'],
  ['ja', 'EUR の最小単位で 990'],
] as const)('approval page: an amount of a currency that is not known is not divided, in %s', (language, text) => {
  use[language]();
  // Intl would give every unknown currency two digits.
  expect(shownAmount('990', 'EUR')).toBe(text);
  expect(shownAmount('990', 'constructor')).toContain('990');
  expect(shownAmount('990000', 'USDC')).toBe('0.99 USDC');
});
