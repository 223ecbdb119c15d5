import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { readKeyFile } from '../shared/keypair/key-file.ts';
import { openKeyFile } from '../shared/keypair/keypair.ts';
import { sshString } from '../shared/openssh.ts';
import { withSigningAgent } from './ssh-signing.ts';

// Commits of an identity with a passphrase, with hooks that search for a way to decrypt its key.

const passphrase = 'correct horse';
const env = { AGENT_ID_PASSPHRASE: passphrase };
const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let repo: string;

const commit = () =>
  toolkit.run('agent-id-git', ['commit', '-m', 'Work', '--allow-empty', '--state-dir', stateDir], { cwd: repo, env });

function hook(name: string, script: string): void {
  const path = join(repo, '.git/hooks', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** Tests whether a text decrypts the key file that git signs with. */
const opensKey = (text: string): boolean =>
  spawnSync('ssh-keygen', ['-y', '-P', text, '-f', join(stateDir, 'ssh/agent-id')]).status === 0;

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  await toolkit.run('agent-id-core', ['init', '--state-dir', stateDir], { env });
});
beforeEach(() => {
  repo = initRepo(toolkit.scratch());
});

test('git commit: a hook finds nothing that decrypts the SSH key', async () => {
  hook('pre-commit', `env -0 > env.txt; cp -r '${stateDir}/ssh' copy`);
  expect((await commit()).json).toMatchObject({ ok: true });
  const variables = readFileSync(join(repo, 'env.txt'), 'utf8').split('\0');
  expect(variables).toContainEqual(expect.stringMatching(/^SSH_AUTH_SOCK=./));
  // Decryption is slow by design, so values of a clean environment are skipped.
  const cleanNames = Object.keys(cleanEnv(''));
  const values = variables
    .filter((one) => !cleanNames.includes(one.replace(/=.*/s, '')))
    .map((one) => one.replace(/^.*?=/, ''));
  const files = readdirSync(join(repo, 'copy')).map((name) => readFileSync(join(repo, 'copy', name), 'utf8').trim());
  const found = new Set([...values, ...files]);
  expect([...found].filter(opensKey)).toEqual([]);
  expect([...found].filter((text) => text.includes(passphrase))).toEqual([]);
});

test('git commit: the signing agent signs git objects for a hook and nothing else', async () => {
  const sign = (namespace: string) =>
    `echo x | ssh-keygen -q -Y sign -n ${namespace} -f '${stateDir}/ssh/agent-id.pub' > ${namespace}.sig 2>&1`;
  hook(
    'pre-commit',
    `${sign('git')}; ${sign('file')}; ssh-add -T '${stateDir}/ssh/agent-id.pub' || echo refused > login`,
  );
  expect((await commit()).json).toMatchObject({ ok: true });
  expect(readFileSync(join(repo, 'git.sig'), 'utf8')).toContain('BEGIN SSH SIGNATURE');
  expect(readFileSync(join(repo, 'file.sig'), 'utf8')).toContain('agent refused operation');
  expect(readFileSync(join(repo, 'login'), 'utf8')).toBe('refused\n');
});

test('git commit: a signature made by the signing agent passes git verify-commit and verify', async () => {
  const { json } = await commit();
  const signers = join(stateDir, 'ssh/allowed_signers');
  const shown = git(repo, '-c', `gpg.ssh.allowedSignersFile=${signers}`, 'log', '-1', '--format=%G? %GS');
  expect(shown).toBe(`G agent-${String(json['jkt'])}@agent-id.local`);
  const verified = await toolkit.run('agent-id-git', ['verify', '--state-dir', stateDir], { cwd: repo, env });
  expect(verified.json).toMatchObject({ ok: true });
});

test('git commit: a background process of a hook does not delay it and loses the signing agent', async () => {
  hook('post-commit', 'echo "$SSH_AUTH_SOCK" > socket.txt');
  expect((await commit()).json).toMatchObject({ ok: true });
  expect(existsSync(readFileSync(join(repo, 'socket.txt'), 'utf8').trim())).toBe(false);
});

/** Sends bytes to the signing agent. @returns its responses until the expected count or the end of the connection */
function exchange(chunks: readonly Buffer[], count: number): Promise<string> {
  const file = readKeyFile({ path: stateDir, log: () => undefined });
  if (!file) throw new Error('the identity has no key file');
  return withSigningAgent(openKeyFile(file, passphrase), async (path) => {
    const socket = createConnection(path).setNoDelay(true);
    let received = Buffer.alloc(0);
    const done = new Promise<void>((resolve) => {
      socket.on('close', resolve);
      socket.on('data', (data: Buffer) => {
        received = Buffer.concat([received, data]);
        if (received.length >= 5 * count) resolve();
      });
    });
    for (const chunk of chunks) await new Promise((resolve) => socket.write(chunk, resolve));
    await done;
    socket.destroy();
    return received.toString('hex');
  });
}

const failure = '0000000105';

test.each([
  ['an empty request', [sshString('')], 1, failure],
  ['an unknown message', [sshString(Buffer.of(27))], 1, failure],
  ['a truncated sign request', [sshString(Buffer.of(13, 0, 0, 0, 9))], 1, failure],
  ['a request in pieces', [Buffer.of(0, 0), Buffer.of(0, 1), Buffer.of(17)], 1, failure],
  ['two requests at once', [Buffer.concat([sshString(Buffer.of(1)), sshString(Buffer.of(2))])], 2, failure.repeat(2)],
  ['an endless request', [Buffer.alloc(20_000, 1)], 1, ''],
])('signing agent: %s gets a failure or a closed connection', async (_case, chunks, count, expected) => {
  expect(await exchange(chunks, count)).toBe(expected);
});
