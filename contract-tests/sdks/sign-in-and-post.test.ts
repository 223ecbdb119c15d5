import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { generatedPath, isGenerated } from './generated-sdks.ts';
import { buildGoProgram } from './go-module.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const used = ['sso', 'forum', 'notifications'] as const;

let platform: RunningPlatform | undefined;
let owner: Owner;
beforeAll(async () => {
  if (!isGenerated('go') && !isGenerated('java')) return;
  platform = await startPlatform({ services: ['sso', 'forum', 'backend', 'notifications'] });
  owner = await enrolOwner(platform);
});
afterAll(async () => {
  await platform?.stop();
  if (platform) await deletePlatformData(platform);
});

/** Runs a program, approves the sign-in whose link it prints, and expects a post of the owner and a test send. */
async function expectSignInAndPost(program: string, options: readonly string[] = []): Promise<void> {
  const running = platform;
  if (running === undefined) throw new Error('The platform is not running.');
  const child = spawn(program, [...options, ...used.map((area) => urlOf(running, area)), demoProvider]);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close');
  let result: Record<string, unknown> = {};
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('http')) {
      await owner.decide(line, 'approve');
      child.stdin.end('approved\n');
    } else result = JSON.parse(line);
  }
  expect([await ended, errors]).toEqual([[0, null], '']);
  expect(result).toMatchObject({ fingerprint: result['jkt'], owner: owner.sub });
  expect(result['notificationId']).toMatch(/^ntf_test_/);
}

test.runIf(isGenerated('go'))(
  'openapi-generator, Go: the generated SDKs sign in, post with DPoP and send a test notification',
  async () => {
    await expectSignInAndPost(
      buildGoProgram(
        'go-sign-in-and-post',
        readFileSync(join(import.meta.dirname, 'sign_in_and_post.go'), 'utf8'),
        used,
      ),
    );
  },
);

test.runIf(isGenerated('java'))(
  'openapi-generator, Java: the generated SDKs sign in, post with DPoP and send a test notification',
  async () => {
    const libraries = generatedPath('java-libraries');
    const copy = ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime'];
    execFileSync('mvn', [...copy, `-DoutputDirectory=${libraries}`], {
      cwd: generatedPath('java', 'sso'),
      stdio: 'pipe',
    });
    const classes = used.map((area) => generatedPath('java', area, 'target', 'classes'));
    const classPath = [...classes, join(libraries, '*')].join(delimiter);
    await expectSignInAndPost('java', ['-cp', classPath, join(import.meta.dirname, 'SignInAndPost.java')]);
  },
);
