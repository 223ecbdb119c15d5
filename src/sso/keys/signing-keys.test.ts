import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { createMasterKey } from '../../runtime/master-key.ts';
import type { SsoDatabase } from '../database.ts';
import { ssoMigrations } from '../migrations/index.ts';
import { defaultLifetimes } from '../settings.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createSigningKeyStore } from './signing-key-store.ts';
import { issuer } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
});
afterAll(() => database.close());

const clock = { now: new Date('2026-03-01T09:30:00.000Z') };
const advance = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));

let looks = 0;

/** One process of the provider. */
function provider(
  keyNotice = defaultLifetimes.keyNotice,
  store = createSigningKeyStore(database.as<SsoDatabase>()),
): SigningKeys {
  return createSigningKeys({
    store: {
      ...store,
      published: (at) => {
        looks += 1;
        return store.published(at);
      },
    },
    masterKey: createMasterKey(new Uint8Array(32).fill(7)),
    settings: {
      issuer,
      adminKey: undefined,
      dpopNonce: false,
      registration: 'open',
      lifetimes: { ...defaultLifetimes, keyNotice },
    },
    now: () => clock.now,
  });
}

const kids = async (keys: SigningKeys) => (await keys.published()).map(({ kid }) => kid);
/** Seconds for which the key set may be cached (its Cache-Control), in steps. */
const [cached, step] = [300, 15];

test('sso: a start without signing keys generates the first key in the background', async () => {
  const empty = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  const store = createSigningKeyStore(empty.as<SsoDatabase>());
  let made = (): void => undefined;
  const first = new Promise<void>((resolve) => (made = resolve));
  const addFirst = () => {
    made();
    return new Promise<never>(() => undefined);
  };
  await provider(defaultLifetimes.keyNotice, { ...store, addFirst }).open();
  await first;
  await empty.close();
});

test('sso: during a rotation every cached key set contains the signing key, in every process', async () => {
  const processes = [provider(), provider()];
  const fetched: (readonly string[])[] = [];
  const signed = new Set<string>();
  for (let second = 0; second <= 1200; second += step) {
    if (second === 300) await processes[0]?.rotate({ requestId: 'system' });
    for (const keys of processes) {
      fetched.push(await kids(keys));
      const { kid } = await keys.current();
      signed.add(kid);
      for (const known of fetched) expect(known).toContain(kid);
      for (const other of processes) expect(await other.resolve(kid)).toBeDefined();
    }
    // Two key sets are fetched in each step.
    while (fetched.length > (2 * cached) / step) fetched.shift();
    advance(step);
  }
  expect(signed.size).toBe(2);
});

test('sso: an unknown kid reloads the keys at most once a second', async () => {
  const [one, two] = [provider(1), provider(1)];
  await Promise.all([one.current(), two.current()]);
  advance(2);
  const kid = await one.rotate({ requestId: 'system' });
  expect(await two.resolve(kid)).toBeDefined();
  const before = looks;
  for (let guess = 0; guess < 5; guess += 1) expect(await two.resolve(`made-up-${guess}`)).toBeUndefined();
  expect(looks).toBe(before);
  advance(1);
  for (let guess = 0; guess < 5; guess += 1) expect(await two.resolve(`made-up-${guess}`)).toBeUndefined();
  expect(looks).toBe(before + 1);
});

test('sso: a key revoked by one process is rejected by the others after their next reload', async () => {
  const [one, two] = [provider(), provider()];
  const { kid } = await two.current();
  expect(await two.resolve(kid)).toBeDefined();
  const next = await one.revoke(kid, { requestId: 'system' });
  expect([await one.resolve(kid), (await one.current()).kid]).toEqual([undefined, next]);
  advance(15);
  expect([await two.resolve(kid), (await two.current()).kid]).toEqual([undefined, next]);
  expect(await kids(two)).not.toContain(kid);
});
