import { expect, test } from 'vitest';
import type { OwnerActivityEvent } from '../../../../generated/sso/types.ts';
import { germanScreens } from '../messages/de/screens.ts';
import { englishScreens } from '../messages/en/screens.ts';
import { activityText } from './format.ts';
import { setLanguage } from './language.ts';

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
  setLanguage('en', englishScreens);
  expect(activityText(event)).toBe(text);
});

test('account page: an activity is described in the language of the page', () => {
  setLanguage('de', germanScreens);
  expect(activityText(happened('sign_in_approved', { application }))).toBe('Field Notes wurde genehmigt');
  expect(activityText(happened('something_new'))).toBe('something new');
});
