import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';

const freePorts = (): Promise<readonly (readonly [setting: string, port: string])[]> =>
  Promise.all(
    ['SSO', 'FORUM', 'BACKEND', 'NOTIFICATIONS', 'WEB'].map(
      async (name) => [`${name}_PORT`, String(await freePort())] as const,
    ),
  );

/** Starts `npm run demo` on data and ports of its own. */
function startDemo(dataDir: string, ports: Awaited<ReturnType<typeof freePorts>>) {
  const demo = spawn(process.execPath, [resolve(import.meta.dirname, '..', 'demo.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, ...Object.fromEntries(ports) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { demo, ssoPort: ports[0]?.[1] };
}

test('npm run demo: every step succeeds, and again on the data of the first run', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
  const ports = await freePorts();
  try {
    for (const _run of ['first', 'second']) {
      const { demo } = startDemo(dataDir, ports);
      const [printed] = await Promise.all([text(demo.stdout), once(demo, 'exit')]);
      expect(printed).toMatch(/The demo succeeded\. Every step above was checked\.\n$/);
      expect(demo.exitCode).toBe(0);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}, 600_000);

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'npm run demo: %s ends the platform that it started, too',
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
    const { demo, ssoPort } = startDemo(dataDir, await freePorts());
    try {
      const first = await Promise.race([once(demo.stdout, 'data'), once(demo, 'exit')]);
      expect(String(first[0])).toContain('it runs until this demo ends');
      const health = `http://localhost:${ssoPort}/healthz`;
      expect((await fetch(health)).ok).toBe(true);
      // Only to the demo, not to the platform, as `kill` does.
      demo.kill(signal);
      expect((await once(demo, 'exit'))[0]).toBe(signal === 'SIGKILL' ? null : 1);
      // A platform whose demo was killed ends by itself.
      await expect.poll(() => fetch(health).catch(String), { timeout: 20_000 }).toContain('fetch failed');
    } finally {
      demo.kill('SIGKILL');
      // A platform that outlives a failed demo still writes into it.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    }
  },
);
