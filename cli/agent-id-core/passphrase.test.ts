import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { recordCrashPoints } from '../../contract-tests/fixtures/cli/crash-points/record-crash-points.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
const provider = useTestProvider();
let stateDir: string;

type Env = Readonly<Record<string, string>>;
const core = (args: readonly string[], env: Env = {}) =>
  toolkit.run('agent-id-core', [...args, '--state-dir', stateDir], { env });
const codeOf = async (args: readonly string[], env: Env = {}): Promise<unknown> => (await core(args, env)).json['code'];
const old = { AGENT_ID_PASSPHRASE: 'old' };
const next = { AGENT_ID_PASSPHRASE: 'next' };

/** Everything in the state directory except id_tokens, which are evidence. */
const stored = (): string =>
  (
    readdirSync(stateDir, { recursive: true, withFileTypes: true }) as {
      name: string;
      parentPath: string;
      isFile(): boolean;
    }[]
  )
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
    .join('\n');

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});

test('core passphrase: set encrypts key and tokens, change replaces the passphrase, remove decrypts them', async () => {
  expect((await core(['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'old' })).json).toEqual({
    ok: true,
    stateDir,
    protected: true,
  });
  expect(stored()).not.toMatch(/PRIVATE KEY|"accessToken"/);
  expect(await codeOf(['status'])).toBe('passphrase_required');
  expect((await core(['passphrase', 'change'], { ...old, AGENT_ID_NEW_PASSPHRASE: 'next' })).json['ok']).toBe(true);
  expect(await codeOf(['status'], old)).toBe('wrong_passphrase');
  expect((await core(['status'], next)).json).toMatchObject({ dpopBound: true, ownerSub });
  expect((await core(['refresh'], next)).json['ok']).toBe(true);
  expect((await core(['passphrase', 'remove'], next)).json['protected']).toBe(false);
  expect((await core(['status'])).json).toMatchObject({ dpopBound: true, ownerSub });
  expect((await core(['refresh'])).json['ok']).toBe(true);
});

test('core passphrase: a wrong or missing passphrase, or none to change, leaves everything as it was', async () => {
  const before = stored();
  expect(await codeOf(['passphrase', 'change'], { AGENT_ID_NEW_PASSPHRASE: 'x' })).toBe('no_passphrase_set');
  expect(await codeOf(['passphrase', 'remove'])).toBe('no_passphrase_set');
  expect(await codeOf(['passphrase', 'set'])).toBe('no_new_passphrase');
  expect(stored()).toBe(before);
  await core(['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'old' });
  const sealed = stored();
  expect(await codeOf(['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'x' })).toBe('passphrase_set');
  expect(await codeOf(['passphrase', 'change'], { ...next, AGENT_ID_NEW_PASSPHRASE: 'x' })).toBe('wrong_passphrase');
  expect(await codeOf(['passphrase', 'change'], { AGENT_ID_NEW_PASSPHRASE: 'x' })).toBe('passphrase_required');
  expect(await codeOf(['passphrase', 'remove'], next)).toBe('wrong_passphrase');
  expect(stored()).toBe(sealed);
});

test('core passphrase: files name the passphrases, without their last newline', async () => {
  const [oldFile, nextFile] = ['old', 'next'].map((name) => {
    const path = join(toolkit.scratch(), name);
    writeFileSync(path, `${name}\n`);
    return path;
  });
  await core(['passphrase', 'set', '--new-passphrase-file', String(oldFile)]);
  await core(['passphrase', 'change', '--passphrase-file', String(oldFile), '--new-passphrase-file', String(nextFile)]);
  expect((await core(['status'], next)).json['dpopBound']).toBe(true);
  expect(await codeOf(['passphrase', 'remove', '--passphrase-file', '/nonexistent'])).toBe('invalid_passphrase');
});

test('core passphrase: a replaced key that waits for its revocation, and a new one that waits for approval, follow', async () => {
  const { jkt } = (await core(['status'])).json;
  provider.behaviour.nextResponses.push({ path: '/oauth/revoke', response: 'drop' });
  expect((await core(['rotate'])).json).toMatchObject({ ok: true, oldSessionRevoked: false });
  await core(['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'old' });
  expect(stored()).not.toMatch(/PRIVATE KEY|"accessToken"/);
  await core(['passphrase', 'change'], { ...old, AGENT_ID_NEW_PASSPHRASE: 'next' });
  expect((await core(['rotate'], next)).json).toMatchObject({ ok: true, previousJkt: jkt, oldSessionRevoked: true });
  provider.behaviour.decision = 'pending';
  expect(await codeOf(['rotate', '--timeout-sec', '0'], next)).toBe('bind_timeout');
  const asked = provider.lastAuthorize().get('dpop_jkt');
  await core(['passphrase', 'remove'], next);
  await core(['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'old' });
  expect(stored()).not.toMatch(/PRIVATE KEY|"accessToken"/);
  provider.behaviour.decision = 'authorized';
  expect((await core(['rotate'], old)).json).toMatchObject({ ok: true, jkt: asked });
});

test('core init: a passphrase encrypts a replaced key that waits for its revocation too', async () => {
  provider.behaviour.nextResponses.push({ path: '/oauth/revoke', response: 'drop' });
  await core(['rotate']);
  expect((await core(['init'], old)).json['ok']).toBe(true);
  expect(stored()).not.toMatch(/PRIVATE KEY|"accessToken"/);
  expect((await core(['rotate'], old)).json['oldSessionRevoked']).toBe(true);
});

test('core passphrase: a change killed at any point leaves key and session readable with one passphrase', async () => {
  await core(['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'old' });
  const { points } = await recordCrashPoints(toolkit, {
    name: 'agent-id-core',
    args: ['passphrase', 'change', '--state-dir', stateDir],
    directory: stateDir,
    options: { env: { ...old, AGENT_ID_NEW_PASSPHRASE: 'next' } },
  });
  expect(points.length).toBeGreaterThan(15);
  const found = new Set<string>();
  for (const { name, path, answered } of points) {
    stateDir = path;
    // The key decides which passphrase is the current one.
    const entry = ['sign', '--type', 't', '--action', 'a', '--payload', '1'];
    const signs = await Promise.all([old, next].map(async (env) => (await core(entry, env)).json['ok']));
    expect(answered ? ['false true'] : ['true false', 'false true'], name).toContain(signs.join(' '));
    const current = signs[1] === true ? next : old;
    found.add(current.AGENT_ID_PASSPHRASE);
    expect((await core(['status'], current)).json, name).toMatchObject({ dpopBound: true, ownerSub });
    expect((await core(['verify'])).json['ok'], name).toBe(true);
    expect((await core(['passphrase', 'remove'], current)).json['ok'], name).toBe(true);
    expect((await core(['status'])).json, name).toMatchObject({ dpopBound: true, ownerSub });
  }
  expect(found).toEqual(new Set(['old', 'next']));
});
