import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { posts } from '../fixtures/traffic.ts';

/** Process ids of the processes that a process started. */
const childrenOf = (pid: number): readonly number[] => {
  try {
    return execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
  } catch {
    // It has none.
    return [];
  }
};

test('PROCESSES: several processes are refused with the embedded database, and an invalid number is named', async () => {
  for (const [PROCESSES, reason] of [
    ['2', /exit 2[^]*PROCESSES is "2", but only one process can use the embedded database; set DATABASE_URL/],
    ['many', /exit 2[^]*PROCESSES is "many", not auto or a whole number from 1 to 256/],
  ] as const)
    await expect(startPlatform({ services: ['forum'], env: { TEST_DATABASE_URL: '', PROCESSES } })).rejects.toThrow(
      reason,
    );
});

test('PROCESSES: a connection that reaches a process while it ends is handed to another one', () => {
  const program = fileURLToPath(new URL('../fixtures/leaving-worker.ts', import.meta.url));
  const responses: unknown = JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' }));
  expect(responses).toEqual(Array.from({ length: 5 }, () => 'the worker that stays'));
});

describe.skipIf(findPostgres() === undefined)('several processes behind one port', () => {
  let postgres: TemporaryPostgres;
  let platform: RunningPlatform;
  let admin: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    const ADMIN_PORT = String(await freePort());
    admin = `http://127.0.0.1:${ADMIN_PORT}`;
    const env = { DATABASE_URL: postgres.url, PROCESSES: '2', ADMIN_PORT, DRAIN_SECONDS: '2' };
    platform = await startPlatform({ services: ['sso', 'forum'], env });
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    await postgres.stop();
  });

  test('PROCESSES: all processes serve the port, and ADMIN_PORT adds their metrics', async () => {
    expect(childrenOf(platform.pid)).toHaveLength(2);
    const url = `${urlOf(platform, 'forum')}/api/forums`;
    const metrics = async () => (await fetch(`${admin}/metrics`)).text();
    const served = (text: string) =>
      Number(/^http_request_duration_seconds_count\{.*operation="listForums".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    // Every connection goes to the next process.
    for (let request = 0; request < 10; request += 1) await fetch(url, { headers: { connection: 'close' } });
    expect(served(await metrics())).toBe(10);
    const own = await (await fetch(`${urlOf(platform, 'forum')}/metrics`, { headers: { connection: 'close' } })).text();
    expect(served(own)).toBe(5);
    expect(await metrics()).toMatch(/^build_info\{.*\} 1$/m);
    expect((await fetch(`${admin}/readyz`)).status).toBe(200);
  });

  test('PROCESSES: a process that is killed is replaced, and the others serve meanwhile', async () => {
    const [first = 0, second = 0] = childrenOf(platform.pid);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => childrenOf(platform.pid).filter((pid) => pid !== first)).toHaveLength(2);
    expect(childrenOf(platform.pid)).toContain(second);
    expect((await fetch(`${urlOf(platform, 'forum')}/api/forums`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${admin}/readyz`)).status).toBe(200);
    expect(platform.log()).toContain('a process ended unexpectedly');
  });

  test('PROCESSES: with DRAIN_SECONDS, SIGHUP replaces all processes in turn, and no request fails meanwhile', async () => {
    const agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    const traffic = await posts(agent, 'rolling');
    const former = childrenOf(platform.pid);
    process.kill(platform.pid, 'SIGHUP');
    const statuses = new Map<number | undefined, number>();
    while (childrenOf(platform.pid).some((pid) => former.includes(pid)) || childrenOf(platform.pid).length !== 2) {
      const status = await traffic.act();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()]).toEqual([201]);
    expect(statuses.get(201)).toBeGreaterThan(5);
    await traffic.check();
  });

  test('PROCESSES: a SIGHUP during a replacement starts the next one after it, with as many processes as before', async () => {
    const former = childrenOf(platform.pid);
    process.kill(platform.pid, 'SIGHUP');
    await expect.poll(() => childrenOf(platform.pid).length).toBe(3);
    process.kill(platform.pid, 'SIGHUP');
    await expect
      .poll(() => {
        const children = childrenOf(platform.pid);
        return { count: children.length, former: children.filter((pid) => former.includes(pid)) };
      })
      .toEqual({ count: 2, former: [] });
  });

  test('PROCESSES: SIGTERM ends all processes, and the exit code is 0', async () => {
    const children = childrenOf(platform.pid);
    expect(await platform.stop()).toBe(0);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });
});
