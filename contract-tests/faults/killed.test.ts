import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindAgent } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { killSeed, mulberry32 } from '../fixtures/random.ts';
import { payments, posts, refreshes, signIns, type Traffic, trafficSettings } from '../fixtures/traffic.ts';
import { waitUntil } from '../fixtures/http.ts';

const services = ['sso', 'forum', 'backend'];
const rounds = 3;

/** The process that runs after the last kill. */
let running: RunningPlatform;
beforeAll(async () => {
  running = await startPlatform({ services, env: trafficSettings });
});
afterAll(async () => {
  await running.stop();
  await deletePlatformData(running);
});

test(`KILL_SEED=${killSeed}: a platform that is killed at a random time keeps every acknowledged write exactly once`, async () => {
  const random = mulberry32(killSeed);
  const agent = await bindAgent(running);
  const all: readonly Traffic[] = [
    await posts(agent, 'kept'),
    payments(running, agent),
    refreshes(running, await bindAgent(running)),
    signIns(running, agent),
  ];

  for (let round = 0; round < rounds; round += 1) {
    let responses = 0;
    const killed = new AbortController();
    const repeat = async ({ act }: Traffic) => {
      while (!killed.signal.aborted) if ((await act()) !== undefined) responses += 1;
    };
    const acting = Promise.all(all.map(repeat));
    const responsesBeforeKill = 1 + random(80);
    await waitUntil(() => responses >= responsesBeforeKill);
    await running.kill();
    killed.abort();
    await acting;
    running = await startPlatform({ services, after: running });
    // Requests without a response are repeated while the contract allows it.
    for (const { act } of all) expect(await act()).toBeLessThan(300);
  }
  for (const { check } of all) await check();
}, 240_000);

test('npm start: SIGTERM ends the platform with exit code 0', async () => {
  expect(await running.stop()).toBe(0);
});

test('npm start: SIGTERM to npm alone ends the server too, with exit code 0', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-'));
  const npm = spawn('npm', ['start', '--silent', '--', 'web'], {
    env: { ...process.env, DATA_DIR: dataDir, WEB_PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(npm.stdout)) {
    lines.push(line);
    if (line === 'ready') break;
  }
  const url = lines.find((line) => line.startsWith('web'))?.split(/\s+/)[1] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  npm.kill('SIGTERM');
  const [code] = await once(npm, 'exit');
  expect(code).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  await rm(dataDir, { recursive: true });
});
