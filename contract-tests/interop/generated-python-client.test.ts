import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../../src/typed-contract/areas.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { pythonEnvironment } from './python-environment.ts';

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`The generated Python client is skipped: it needs ${environment.missing}.`);

let platform: RunningPlatform;
let owner: Owner;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-'));
  if (python === undefined) return;
  platform = await startPlatform({ services: areas });
  owner = await enrolOwner(platform);
});
afterAll(async () => {
  await platform?.stop();
  if (platform) await deletePlatformData(platform);
  await rm(folder, { recursive: true, force: true });
});

/** Generates a package from a contract. @returns the generator's first warning; empty without one */
function generate(area: string): string {
  const contract = resolve(import.meta.dirname, `../../generated/${area}/spec.json`);
  const program = join(dirname(python ?? ''), 'openapi-python-client');
  const config = resolve(import.meta.dirname, 'openapi-python-client.yaml');
  const options = ['--output-path', join(folder, area), '--config', config, '--meta', 'none'];
  const args = ['generate', '--path', contract, ...options];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return /warning parsing|Unable to|unsupported/i.exec(stdout + stderr)?.[0] ?? '';
}

test.runIf(python !== undefined)(
  'openapi-python-client: generated clients create a post, an invoice and a push',
  async () => {
    expect(areas.map(generate)).toEqual(areas.map(() => ''));

    const script = join(import.meta.dirname, 'generated_client.py');
    const child = spawn(python ?? '', [script, folder, ...areas.map((area) => urlOf(platform, area)), demoProvider], {
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(child, 'close');
    let printed: Record<string, unknown> = {};
    for await (const line of createInterface(child.stdout)) {
      printed = JSON.parse(line);
      if (typeof printed['deepLink'] !== 'string') continue;
      await owner.decide(printed['deepLink'], 'approve');
      child.stdin.end('approved\n');
    }
    expect([await ended, errors]).toEqual([[0, null], '']);
    const { jkt, post, invoice, ...rest } = printed;
    expect(invoice).toMatchObject({ status: 'pending', invoice: expect.stringMatching(/^inv-/) });
    expect(post).toMatchObject({
      title: 'Hello',
      forum: 'python',
      fingerprint: jkt,
      owner: owner.sub,
      commentCount: 1,
    });
    expect(rest).toEqual({
      sub: owner.sub,
      tokenType: 'DPoP',
      comments: ['And a reply.'],
      score: 1,
      deleted: 'has_comments',
      anonymous: 'missing_authorization',
      consent: 'granted',
      notificationId: expect.any(String),
      // 1005: the user has not consented. 1002: the same text within 24 hours.
      withoutConsent: 1005,
      again: 1002,
    });
  },
  120_000,
);
