import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { attemptsPerMinute } from './attempt-limits.ts';
import { createGuessLimits, createSharedAttemptLimits, guessesPerMinute } from './shared-limits.ts';
import { createAttemptStore } from './attempt-store.ts';

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
