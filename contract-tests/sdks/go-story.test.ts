import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { demoProvider, forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

/** Folder in which `npm run test:sdks` generated the SDKs; without it the test is skipped. */
const sdks = process.env['SDKS'];
const used = ['sso', 'forum', 'notifications'] as const;

let platform: RunningPlatform;
let owner: Owner;
beforeAll(async () => {
  if (sdks === undefined) return;
  platform = await startPlatform({ services: ['sso', 'forum', 'backend', 'notifications'] });
  owner = await enrolOwner(platform);
});
afterAll(async () => {
  await platform?.stop();
  if (platform) await forget(platform);
});

/** Builds a Go module that uses the generated modules unchanged. */
function build(folder: string): string {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'story.go'), join(folder, 'main.go'));
  const modules = used.map((area) => `github.com/platform/${area}`);
  writeFileSync(
    join(folder, 'go.mod'),
    `module story\n\ngo 1.23\n\n${modules.map((name, at) => `require ${name} v0.0.0\nreplace ${name} => ../go/${used[at]}`).join('\n')}\n`,
  );
  execFileSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'pipe' });
  execFileSync('go', ['build', '-o', 'story', '.'], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'story');
}

test.runIf(sdks !== undefined)(
  'openapi-generator, Go: the generated SDKs sign in, post with DPoP and rehearse a push',
  async () => {
    const program = build(join(sdks ?? '', 'go-story'));
    const child = spawn(program, [...used.map((area) => urlOf(platform, area)), demoProvider]);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(child, 'close');
    let printed: Record<string, unknown> = {};
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('http')) {
        await owner.decide(line, 'approve');
        child.stdin.end('approved\n');
      } else printed = JSON.parse(line);
    }
    expect([await ended, errors]).toEqual([[0, null], '']);
    expect(printed).toMatchObject({ fingerprint: printed['jkt'], owner: owner.sub });
    expect(printed['notificationId']).toMatch(/^ntf_test_/);
  },
  300_000,
);
