import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createPrograms, type Programs } from '../../cli/platform/demo/platform.ts';
import { runDemo } from '../../cli/platform/demo/run-demo.ts';
import { phoneOf, runPhone } from '../../cli/platform/phone/commands.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { startInProcess } from '../../contract-tests/fixtures/platform-in-process.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { administrationClient } from '../command/administration-client.ts';
import { payerTools, runPayer } from '../payer/commands.ts';
import { runProvider } from '../provider/commands.ts';
import { postOverMcp } from './post-over-mcp.ts';

const succeeded = '\nThe demo succeeded. Every step above was checked.';

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

const toolkit = useToolkit();

/** Runs the programs within this process, but for those that start others. */
function programsHere(env: NodeJS.ProcessEnv): Programs {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const tryAgent = async (name: 'core' | 'vault' | 'auth', ...args: string[]) => {
    const { json } = await toolkit.run(`agent-id-${name}`, args, { env: Object.fromEntries(set) });
    return { ...json, ok: json['ok'] === true };
  };
  const done = async (result: Promise<object>) => ({ ok: true, ...(await result) });
  return {
    ...createPrograms(env),
    tryAgent,
    agent: async (name, ...args) => {
      const output = await tryAgent(name, ...args);
      expect(output).toMatchObject({ ok: true });
      return output;
    },
    phone: (...args) =>
      done(
        runPhone(
          phoneOf(env, () => undefined),
          args,
        ),
      ),
    provider: async (...args) => done(runProvider(await administrationClient(env), args)),
    payer: (...args) => done(runPayer(payerTools(env), args)),
  };
}

test('npm run demo: every step succeeds on a running platform, and again on its data without one', async () => {
  const platform = await startInProcess({ database: 'disk' });
  try {
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    await runDemo({ env: platform.env, print, programsIn: programsHere, moreSteps: postOverMcp });
    expect(printed[0]).toBe(`The platform runs at ${platform.urls['sso']}.\n`);
    expect(printed.at(-1)).toBe(succeeded);
    await platform.stop();

    const program = resolve(import.meta.dirname, '..', 'demo.ts');
    const demo = spawn(process.execPath, [program], { env: platform.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [again] = await Promise.all([text(demo.stdout), once(demo, 'exit')]);
    expect([again.endsWith(`${succeeded}\n`), demo.exitCode]).toEqual([true, 0]);
  } finally {
    await platform.stop();
    rmSync(platform.dataDir, { recursive: true, force: true, maxRetries: 10 });
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
