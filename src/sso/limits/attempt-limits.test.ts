import { expect, test } from 'vitest';
import {
  attemptsPerMinute,
  createAttemptLimits,
  guessesPerMinute,
  createGuessLimits,
  createSharedAttemptLimits,
} from './attempt-limits.ts';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import {
  adminKey,
  authorize,
  clientId,
  flow,
  issuer,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createAttemptStore } from './attempt-store.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const ip = '192.0.2.1';

function limitsAt() {
  const clock = { now: new Date('2026-03-01T09:30:00.000Z') };
  const advance = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));
  return { ...createAttemptLimits(() => clock.now), advance };
}

test('sso limits: the attempt over the limit is 429 with the remaining seconds, then the window resets', () => {
  const limits = limitsAt();
  for (let attempt = 0; attempt < attemptsPerMinute.authorize; attempt += 1) limits.consume('authorize', ip);
  limits.advance(18.5);
  expect(() => limits.consume('authorize', ip)).toThrow(
    expect.objectContaining({ status: 429, code: 'temporarily_unavailable', headers: { 'retry-after': '42' } }),
  );
  limits.advance(41.5);
  expect(() => limits.consume('authorize', ip)).not.toThrow();
});

test('sso limits: addresses and kinds of attempts have separate counts', () => {
  const limits = limitsAt();
  for (let attempt = 0; attempt < attemptsPerMinute.createRecovery; attempt += 1)
    expect(limits.tryConsume('createRecovery', ip)).toBe(true);
  expect(limits.tryConsume('createRecovery', ip)).toBe(false);
  expect(limits.tryConsume('createRecovery', '192.0.2.2')).toBe(true);
  expect(limits.tryConsume('createDeviceLink', ip)).toBe(true);
  expect(limits.tryConsume('createRecovery', ip, 'about something else')).toBe(true);
});

test('sso limits: a /56 and a /48 of IPv6 have four and sixteen times the budget of a /64', () => {
  const limits = limitsAt();
  const most = attemptsPerMinute.createRecovery;
  const attempt = (network: number) => limits.tryConsume('createRecovery', `2001:db8:1:${network.toString(16)}::1`);
  const allowedIn = (networks: readonly number[]) =>
    networks.flatMap((one) => Array.from({ length: most + 5 }, () => attempt(one))).filter(Boolean).length;
  expect(allowedIn([0])).toBe(most);
  expect(allowedIn([1, 2, 3, 4, 5])).toBe(3 * most);
  expect(allowedIn(Array.from({ length: 20 }, (_, index) => 0x100 * (index + 1)))).toBe(12 * most);
});

// Hundreds of requests each.
const sso = useStarted(() => startSso({ limits: 'on' }));

interface LimitedResponse {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly json: () => unknown;
}

/** Sends `times` requests in a minute, and one more. @returns the statuses of the first ones, and the last response */
async function exhaust(
  times: number,
  request: () => Promise<LimitedResponse>,
): Promise<{ statuses: Set<number>; last: LimitedResponse }> {
  sso.advance(60);
  const responses = await Promise.all(Array.from({ length: times }, request));
  return { statuses: new Set(responses.map(({ statusCode }) => statusCode)), last: await request() };
}

const expectTooMany = (response: LimitedResponse, error = 'temporarily_unavailable') =>
  expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
    429,
    '60',
    { error, error_description: expect.any(String) },
  ]);

test('sso: a rejected authorize request counts against the limit only if it is well-formed', async () => {
  const { statuses, last } = await exhaust(attemptsPerMinute.authorize, () =>
    authorize(sso, flow({ response_type: 'token' }).query),
  );
  expect([statuses, last.statusCode]).toEqual([new Set([400]), 400]);
});

test('sso: guessed polling codes are limited, valid ones are not', async () => {
  const { polling_code } = (await authorize(sso, flow().query)).json<{ polling_code: string }>();
  const { statuses, last } = await exhaust(attemptsPerMinute.unknownPollingCode, () => poll(sso, 'guessed'));
  expect(statuses).toEqual(new Set([404]));
  expectTooMany(last);
  expect((await poll(sso, polling_code)).statusCode).toBe(200);
});

test('sso: after ten wrong administrator keys a minute further ones are 429, and the right one is accepted', async () => {
  const request = (key: string, remoteAddress = '127.0.0.1') =>
    sso.app.inject({ url: '/api/v1/providers', headers: { authorization: `Bearer ${key}` }, remoteAddress });
  const { statuses, last } = await exhaust(guessesPerMinute.administratorKey, () => request('guessed'));
  expect(statuses).toEqual(new Set([401]));
  expectTooMany(last, 'guess_limit');
  expect((await request(adminKey)).statusCode).toBe(200);
  expectTooMany(await request('guessed'), 'guess_limit');
  expect((await request('guessed', '192.0.2.7')).statusCode).toBe(401);
  sso.advance(60);
  expect((await request('guessed')).statusCode).toBe(401);
});

test('sso: decisions and reads of requests are limited', async () => {
  const { device } = await enrol(sso);
  const request = `/api/v1/owner/requests/${'A'.repeat(43)}`;
  const body = { decision: 'approve', clientId, dpopJkt: null };
  const decided = await exhaust(attemptsPerMinute.decideAuthorizationRequest, () =>
    sendAsDevice(sso, device, 'POST', `${request}/decision`, body),
  );
  expect(decided.statuses).toEqual(new Set([404]));
  expectTooMany(decided.last);
  const read = await exhaust(attemptsPerMinute.getAuthorizationRequest, () =>
    sendAsDevice(sso, device, 'GET', request),
  );
  expect(read.statuses).toEqual(new Set([404]));
  expectTooMany(read.last);
});

test('sso: enrolment by device and by passkey is limited', async () => {
  const enrolled = await exhaust(attemptsPerMinute.createDevice, () =>
    sendAsDevice(sso, newKey(), 'POST', '/api/v1/owner/devices', { name: 'Phone' }),
  );
  expect(enrolled.statuses).toEqual(new Set([201]));
  expectTooMany(enrolled.last);

  const post = (path: string, payload?: object) => () =>
    sso.app.inject({
      method: 'POST',
      url: `/api/v1/owner/${path}`,
      headers: { origin: issuer },
      ...(payload && { payload }),
    });
  const authenticator = createAuthenticator();
  for (const [limit, request, status] of [
    ['createPasskeyRegistrationOptions', post('passkeys/registration-options', { name: 'Laptop' }), 200],
    ['createPasskey', post('passkeys', { credential: authenticator.create('unknown') }), 400],
    ['createPasskeySignInOptions', post('session/options'), 200],
    ['createOwnerSession', post('session', { credential: authenticator.get('unknown') }), 400],
  ] as const) {
    const { statuses, last } = await exhaust(attemptsPerMinute[limit], request);
    expect([limit, statuses]).toEqual([limit, new Set([status])]);
    expectTooMany(last);
  }
});

test('sso: audited refusals are limited per address and minute, responses stay the same', async () => {
  const count = async () =>
    (await sso.db.selectFrom('sso.audit_events').select('id').where('event', '=', 'device_refused').execute()).length;
  const before = await count();
  const { statuses, last } = await exhaust(attemptsPerMinute.recordedRefusal, () =>
    sso.app.inject({ url: '/api/v1/owner', headers: { authorization: 'Device malformed' } }),
  );
  expect([statuses, last.statusCode]).toEqual([new Set([401]), 401]);
  expect((await count()) - before).toBe(attemptsPerMinute.recordedRefusal);
});

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

test('sso: no limit counts all networks together', async () => {
  sso.advance(120);
  const limits = anotherProcess();
  for (let sent = 0; sent < 1_000; sent += 1)
    await limits.consume('fetchClientKeys', `10.${sent >> 8}.${sent & 255}.1`);
  await limits.consume('fetchClientKeys', '192.0.2.77');
});

const guesses = () => createGuessLimits({ attempts: createAttemptStore(sso.db), now: sso.now });
const tooManyGuesses = { status: 429, code: 'guess_limit' };

test('sso: guesses of a network are limited across processes, also when they come at once', async () => {
  const [one, other] = [guesses(), guesses()];
  const attempts = Array.from({ length: guessesPerMinute.recoveryCode + 5 }, (_, index) =>
    (index % 2 === 0 ? one : other).consume('recoveryCode', '192.0.2.9'),
  );
  const settled = await Promise.allSettled(attempts);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  await expect(one.consume('recoveryCode', '192.0.2.9')).rejects.toMatchObject(tooManyGuesses);
  await one.consume('userCode', '192.0.2.9');
  sso.advance(61);
  await one.consume('recoveryCode', '192.0.2.9');
});

test('sso: a right secret takes its own guess back and hides none of the wrong ones', async () => {
  const limits = guesses();
  const ip = '192.0.2.10';
  for (let guess = 0; guess < guessesPerMinute.userCode - 1; guess += 1) await limits.consume('userCode', ip);
  for (let right = 0; right < 5; right += 1) {
    await limits.consume('userCode', ip);
    await limits.release('userCode', ip);
  }
  await limits.consume('userCode', ip);
  await expect(limits.consume('userCode', ip)).rejects.toMatchObject(tooManyGuesses);
});

test('sso: the wrong guesses before a right one are told once', async () => {
  const limits = guesses();
  const ip = '192.0.2.11';
  expect(await limits.precedingGuesses('administratorKey', ip)).toBe(0);
  for (let guess = 0; guess < 4; guess += 1) await limits.consume('administratorKey', ip);
  expect(await limits.precedingGuesses('administratorKey', ip)).toBe(4);
  expect(await limits.precedingGuesses('administratorKey', ip)).toBe(0);
  expect(await limits.precedingGuesses('administratorKey', '192.0.2.12')).toBe(0);
});
