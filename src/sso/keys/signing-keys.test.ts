import { createPrivateKey } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { SignJWT } from 'jose';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { createMasterKey } from '../../runtime/start/master-key.ts';
import { type SsoDatabase, ssoMigrations } from '../database.ts';
import { defaultLifetimes } from '../settings.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createSigningKeyStore } from './signing-key-store.ts';
import { adminKey, issuer, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { requestUserinfo, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { resealColumn } from '../../runtime/database/sealed-column.ts';
import { withStoredDerivedKeys } from '../../runtime/database/derived-keys.ts';
import { ssoDerivedKeys, ssoSealedColumns } from './derived-keys.ts';

const database = useStarted(() => createTestDatabase({ area: 'sso', migrations: ssoMigrations }));

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

test('sso: of the first keys that processes make at once one is stored, and recorded', async () => {
  const empty = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  const db = empty.as<SsoDatabase>();
  const store = createSigningKeyStore(db);
  const by = { at: clock.now, requestId: 'system' };
  const key = (kid: string) =>
    ({ kid, sealedPrivateKey: '', publicJwk: { kty: 'RSA', n: 'n', e: 'AQAB' }, activatesAt: clock.now }) as const;
  await Promise.all(['a', 'b', 'c', 'd'].map((kid) => store.addFirst(key(kid), by)));
  expect(await store.published(clock.now)).toHaveLength(1);
  expect(await db.selectFrom('sso.audit_events').select('event').execute()).toEqual([{ event: 'signing_key_created' }]);
  // What a process that saw no key would do.
  const second = { kid: 'e', public_jwk: '{}', created_at: clock.now, activates_at: clock.now };
  await expect(db.insertInto('sso.signing_keys').values(second).execute()).rejects.toThrow('signing_keys_endless');
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

let sso: Sso;
beforeEach(async () => {
  sso = await startSso();
});
afterEach(() => sso.close());

const publishedKids = async () => {
  const { keys } = (await sso.app.inject('/oauth/jwks')).json<{ keys: { kid: string }[] }>();
  return keys.map(({ kid }) => kid);
};
const revoke = (kid: string) =>
  sso.app.inject({
    method: 'POST',
    url: `/api/v1/signing-keys/${kid}/revoke`,
    headers: { authorization: `Bearer ${adminKey}` },
  });
const currentAfterRevoking = async (kid: string) => (await revoke(kid)).json<{ currentKid: string }>().currentKid;
const kidOf = (token: string) => String(decode(token).header['kid']);
const signingKid = async () => kidOf((await signIn(sso)).access_token);
const eventsOf = (event: string) =>
  sso.db.selectFrom('sso.audit_events').select(['details', 'ip']).where('event', '=', event).orderBy('id').execute();

/** Forges a token as an attacker with a copy of the signing key: the same claims with changes. */
async function forge(token: string, changes: Record<string, unknown> = {}): Promise<string> {
  const kid = kidOf(token);
  const row = await sso.db
    .selectFrom('sso.signing_keys')
    .select('sealed_private_key')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow();
  const masterKey = createMasterKey(new Uint8Array(32).fill(7));
  const key = Buffer.from(masterKey.open(String(row.sealed_private_key), `sso.signing_keys ${kid}`));
  return new SignJWT({ ...decode(token).claims, ...changes })
    .setProtectedHeader({ typ: 'at+jwt', alg: 'RS256', kid })
    .sign(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

test('sso: a revoked key leaves the key set at once, its tokens are rejected, another key signs', async () => {
  const { access_token } = await signIn(sso);
  const forged = await forge(access_token, { sub: 'f'.repeat(32) });
  expect((await requestUserinfo(sso, forged)).statusCode).toBe(200);

  const kid = kidOf(access_token);
  const response = await revoke(kid);
  const { currentKid } = response.json<{ currentKid: string }>();
  expect([response.statusCode, response.json()]).toEqual([200, { kid, currentKid }]);
  expect(await publishedKids()).toEqual([currentKid]);
  for (const token of [forged, access_token]) expect((await requestUserinfo(sso, token)).statusCode).toBe(401);
  const fresh = await signIn(sso);
  expect(kidOf(fresh.access_token)).toBe(currentKid);
  expect((await requestUserinfo(sso, fresh.access_token)).statusCode).toBe(200);

  expect((await revoke(kid)).json()).toEqual({ kid, currentKid });
  expect(await eventsOf('signing_key_revoked')).toEqual([{ details: { kid, currentKid }, ip: '127.0.0.1' }]);
  expect((await eventsOf('signing_key_created')).map(({ details }) => details['kid'])).toEqual([kid, currentKid]);
});

test('sso: when the current key is revoked, the waiting key signs at once', async () => {
  const first = await signingKid();
  const next = await sso.rotateSigningKey();
  expect(await currentAfterRevoking(first)).toBe(next);
  expect([await publishedKids(), await signingKid()]).toEqual([[next], next]);
  expect(await sso.rotateSigningKey()).not.toBe(next);
});

test('sso: when the waiting key is revoked, the current key continues and can be rotated again', async () => {
  const first = await signingKid();
  expect(await currentAfterRevoking(await sso.rotateSigningKey())).toBe(first);
  sso.advance(700);
  expect([await publishedKids(), await signingKid()]).toEqual([[first], first]);
  const next = await sso.rotateSigningKey();
  sso.advance(600);
  expect(await signingKid()).toBe(next);
});

test('sso: revoking a retired key leaves the other keys unchanged', async () => {
  const first = await signingKid();
  const second = await sso.rotateSigningKey();
  sso.advance(600);
  const third = await sso.rotateSigningKey();
  expect(await currentAfterRevoking(first)).toBe(second);
  expect([new Set(await publishedKids()), await signingKid()]).toEqual([new Set([second, third]), second]);
  sso.advance(600);
  expect(await signingKid()).toBe(third);
});

test('sso: all keys can be revoked in any order', async () => {
  const first = await signingKid();
  const second = await sso.rotateSigningKey();
  for (const kid of [second, first]) await revoke(kid);
  const [last = '', ...others] = await publishedKids();
  expect(others).toEqual([]);
  expect([first, second]).not.toContain(last);
  expect(await signingKid()).toBe(last);
});

test('sso: revoking an unknown signing key is 404', async () => {
  const unknown = 'A'.repeat(43);
  expect([(await revoke(unknown)).statusCode, (await revoke('short')).statusCode]).toEqual([404, 400]);
});

test('sso: a retired key verifies no token after its last access token has expired, although it is published', async () => {
  const { access_token } = await signIn(sso);
  await sso.rotateSigningKey();
  const forged = await forge(access_token, { exp: sso.clock.now.getTime() / 1000 + 86_400 });
  sso.advance(600 + 900);
  expect((await requestUserinfo(sso, forged)).statusCode).toBe(200);
  sso.advance(60);
  expect((await requestUserinfo(sso, forged)).statusCode).toBe(401);
  expect(await publishedKids()).toContain(kidOf(access_token));
});

test('sso: derived keys are those of earlier versions, and stay the same in every step of a master key rotation', async () => {
  const [former, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const other = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  onTestFinished(() => other.close());
  const load = async (...[key, ...others]: readonly [Uint8Array, ...Uint8Array[]]) => {
    const masterKey = createMasterKey(key, ...others);
    const { derive } = await withStoredDerivedKeys({
      ...ssoDerivedKeys,
      database: other,
      masterKey,
      now: () => new Date(),
    });
    return {
      recovery: derive('sso/recovery-code'),
      pseudonym: derive('sso/audit-pseudonym'),
      code: derive('sso/authorization-code'),
    };
  };
  // An installation may rotate at its first start of this version.
  const keys = await load(next, former);
  expect(keys.recovery).toEqual(createMasterKey(former).derive('sso/recovery-code'));
  expect(keys.pseudonym).toEqual(createMasterKey(former).derive('sso/audit-pseudonym'));
  expect(await load(former, next)).toEqual(keys);
  expect(await load(next, former)).toEqual(keys);
  for (const column of ssoSealedColumns) await resealColumn(other.db, createMasterKey(next, former), column);
  expect(await load(next)).toEqual(keys);
  await expect(load(former)).rejects.toThrow('cannot be decrypted with this master key');
});
