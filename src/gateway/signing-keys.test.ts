import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { assertionType, createAssertion } from './assertion.ts';
import { keyFileIn, keyNotice, keysFromDirectory, keysFromSetting, rotateKeys } from './signing-keys.ts';

const seed = (byte: number) => new Uint8Array(32).fill(byte);
const settings = { issuer: 'agent-gateway', audience: undefined, ttl: 30 };
const request = { method: 'GET', url: 'https://notes.example:8443/notes/7?draft=1' };

async function directory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('gateway assertion: it names the request, its sender and audience, and ends with the token', async () => {
  const now = Math.floor(Date.now() / 1000);
  const keys = keysFromSetting([seed(1)], Date.now);
  const identity = { sub: 'owner', jkt: 'J'.repeat(43), helperOf: [], expires: now + 5 } as never;
  const assertion = createAssertion({ request, identity, settings, key: keys.current(), now, jti: 'one' });
  const { payload, protectedHeader } = await jwtVerify(assertion, createLocalJWKSet(keys.keySet() as never));
  expect(protectedHeader).toEqual({ typ: assertionType, alg: 'EdDSA', kid: keys.current().kid });
  expect(payload).toEqual({
    iss: 'agent-gateway',
    aud: 'https://notes.example:8443',
    iat: now,
    exp: now + 5,
    jti: 'one',
    htm: 'GET',
    htu: 'https://notes.example:8443/notes/7',
    sub: 'owner',
    cnf: { jkt: 'J'.repeat(43) },
  });
});

test('gateway keys: the first of a setting signs, all are published, and nonces of all are accepted', () => {
  const now = () => 1_700_000_000_000;
  const [one, two] = [keysFromSetting([seed(1)], now), keysFromSetting([seed(2), seed(1)], now)];
  expect(two.current().kid).not.toBe(one.current().kid);
  expect(two.keySet().keys).toHaveLength(2);
  expect(two.nonces()).toEqual(expect.arrayContaining([...one.nonces()]));
  expect(two.nonces()[0]).not.toBe(one.nonces()[0]);
  expect(keysFromSetting([seed(1)], () => now() + 300_000).nonces()[1]).toBe(one.nonces()[0]);
});

test('gateway keys: the file is created for this user alone, once, and refused when others can read it', async () => {
  const folder = await directory();
  const [one, two] = await Promise.all([keysFromDirectory(folder, Date.now), keysFromDirectory(folder, Date.now)]);
  expect(one.current().kid).toBe(two.current().kid);
  expect((await stat(keyFileIn(folder))).mode & 0o777).toBe(0o600);
  await chmod(keyFileIn(folder), 0o640);
  await expect(keysFromDirectory(folder, Date.now)).rejects.toThrow('can be read by other users');
});

test('gateway keys: a new key is published before it signs, and the old one after it has signed last', async () => {
  const folder = await directory();
  let now = Date.now();
  const load = () => keysFromDirectory(folder, () => now);
  const first = (await load()).current().kid;
  const { kid, signsFrom } = await rotateKeys(folder, () => now);
  expect(signsFrom).toBe(now + keyNotice);
  expect((await stat(keyFileIn(folder))).mode & 0o777).toBe(0o600);
  const rotated = await load();
  expect(rotated.current().kid).toBe(first);
  expect(rotated.keySet().keys).toHaveLength(2);
  now = signsFrom;
  expect(rotated.current().kid).toBe(kid);
  expect(rotated.keySet().keys).toHaveLength(2);
  now = signsFrom + 3_600_000;
  expect(rotated.keySet().keys).toEqual([expect.objectContaining({ kid })]);
  await rotateKeys(folder, () => now);
  expect(JSON.parse(await readFile(keyFileIn(folder), 'utf8')).keys).toHaveLength(2);
});
