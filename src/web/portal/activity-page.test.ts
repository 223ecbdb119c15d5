import { expect, test } from 'vitest';
import { activityText } from './activity-page.tsx';

const actorSub = 'a'.repeat(32);
const sub = 'b'.repeat(32);

test.each([
  ['api_key_issued', {}, 'Issued an API key'],
  ['member_set', { sub, role: 'owner' }, `Made ${sub} an owner`],
  ['member_set', { sub, role: 'developer' }, `Made ${sub} a developer`],
  ['member_removed', { sub }, `Removed ${sub}`],
  ['member_removed', { sub, endingKeys: '2' }, `Removed ${sub}; API keys that end in 24 hours: 2`],
  ['member_removed', { sub: actorSub }, 'Left the app'],
  ['webhook_changed', { url: 'https://a.example/' }, 'Changed the address of the webhook: https://a.example/'],
  ['something_new', {}, 'something new'],
])('portal activity: %s is shown in words', (event, details, text) => {
  expect(activityText({ event, actorSub, details })).toBe(text);
});
