import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sso, startSso } from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { attemptsPerMinute } from './attempt-limits.ts';
import { createSharedAttemptLimits, sharedAttemptsPerMinute } from './shared-attempt-limits.ts';
import { createAttemptStore } from './store/attempts.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso({ settings: { clientRegistration: 'open' } });
});
afterAll(() => sso.close());

/** The limits as another process of the same database has them. */
const anotherProcess = () => createSharedAttemptLimits({ attempts: createAttemptStore(sso.db), now: sso.now });
const limit = attemptsPerMinute.createClientRegistration;
const tooMany = { status: 429 };

test('sso: registrations of a network are limited across processes, also when they come at once', async () => {
  const [one, other] = [anotherProcess(), anotherProcess()];
  const attempts = Array.from({ length: limit + 5 }, (_, index) =>
    (index % 2 === 0 ? one : other).consume('createClientRegistration', '192.0.2.1'),
  );
  const settled = await Promise.allSettled(attempts);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});

test('sso: a network may register again after a minute, and other networks at any time', async () => {
  const [one, other] = [anotherProcess(), anotherProcess()];
  for (let sent = 0; sent < limit; sent += 1) await one.consume('createClientRegistration', '198.51.100.1');
  sso.advance(20);
  await expect(other.consume('createClientRegistration', '198.51.100.1')).rejects.toMatchObject(tooMany);
  await other.consume('createClientRegistration', '203.0.113.1');
  sso.advance(40);
  await other.consume('createClientRegistration', '198.51.100.1');
});

test('sso: all networks together are limited too', async () => {
  sso.advance(120);
  const limits = anotherProcess();
  const most = sharedAttemptsPerMinute.fetchClientKeys;
  for (let sent = 0; sent < most; sent += 1) await limits.consume('fetchClientKeys', `10.${sent >> 8}.${sent & 255}.1`);
  await expect(limits.consume('fetchClientKeys', '192.0.2.77')).rejects.toMatchObject(tooMany);
});
