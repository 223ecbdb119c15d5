import { expect, test } from 'vitest';
import { notificationsLeftText } from './sections.tsx';
import { readNotificationsLeft } from './register-mini-app.ts';

test.each([
  [
    '"hour";r=0;t=3600, "day";r=2;t=86400',
    '2 notifications left within 24 hours; the next one is possible in 60 minutes.',
  ],
  ['"hour";r=0;t=59, "day";r=1;t=80000', '1 notification left within 24 hours; the next one is possible in 1 minute.'],
  [
    '"requests";r=99;t=60, "hour";r=0;t=3600, "day";r=0;t=79200',
    'No notifications left within 24 hours; the next one is possible in 22 hours.',
  ],
  ['"hour";r=1;t=3600, "day";r=2;t=80000', '2 notifications left within 24 hours.'],
])('demo mini app: %s is shown in words', (header, words) => {
  const left = readNotificationsLeft(header);
  expect(left && notificationsLeftText(left)).toBe(words);
});

test.each([null, '', '"requests";r=99;t=60', '"hour";r=0;t=3600', '"hour', '("hour" "day");r=1'])(
  'demo mini app: %j does not say what is left',
  (header) => {
    expect(readNotificationsLeft(header)).toBeUndefined();
  },
);
