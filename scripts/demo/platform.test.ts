import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'npm run demo: %s ends the platform that it started, too',
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
    const names = ['SSO', 'FORUM', 'BACKEND', 'NOTIFICATIONS', 'WEB'];
    const ports = await Promise.all(names.map(async (name) => [`${name}_PORT`, String(await freePort())] as const));
    const demo = spawn(process.execPath, [resolve(import.meta.dirname, '..', 'demo.ts')], {
      env: { ...process.env, DATA_DIR: dataDir, ...Object.fromEntries(ports) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const first = await Promise.race([once(demo.stdout, 'data'), once(demo, 'exit')]);
      expect(String(first[0])).toContain('it runs until this demo ends');
      const health = `http://localhost:${ports[0]?.[1]}/healthz`;
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
