import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ctrlC = '\u0003';
/** The program script, which opens the terminal, has other options elsewhere. */
const atTerminal = process.platform === 'linux';

let dataDir: string;
let terminal: ChildProcessWithoutNullStreams | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'interrupt-'));
});
afterEach(() => {
  terminal?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

/** Runs `npm start -- web` at a terminal, whose Ctrl-C reaches npm and the platform, and npm passes it on once more. */
async function startAtTerminal(drainSeconds: number) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    WEB_PORT: '0',
    DRAIN_SECONDS: String(drainSeconds),
    // npm writes its spinner into the lines otherwise.
    npm_config_progress: 'false',
  };
  // `exec`: a dash between the terminal and npm would die of the first Ctrl-C, whatever npm exits with.
  const child = spawn('script', ['--quiet', '--return', '--command', 'exec npm start -- web', '/dev/null'], {
    cwd: resolve(import.meta.dirname, '..', '..'),
    env,
  });
  terminal = child;
  let output = '';
  let address = '';
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`;
    address = /^web +(http\S+)/.exec(line)?.[1] ?? address;
    if (line.trim() === 'ready') break;
  }
  expect(output).toContain('ready');
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'exit');
  return {
    press: () => child.stdin.write(ctrlC),
    serves: () => fetch(`${address}/healthz`).then(({ ok }) => ok),
    exitCode: async (): Promise<number> => (await exit)[0],
    output: () => output,
  };
}

test.skipIf(!atTerminal)(
  'npm start: Ctrl-C, which the program gets twice within milliseconds, drains and exits 0',
  async () => {
    const platform = await startAtTerminal(1);
    platform.press();
    await sleep(20);
    // npm passes the signal on, but not every version does and not always apart from the first.
    platform.press();
    await sleep(300);
    expect(await platform.serves()).toBe(true);
    expect(await platform.exitCode(), platform.output()).toBe(0);
  },
);

test.skipIf(!atTerminal)(
  'npm start: a Ctrl-C five seconds after the first ends at once, without waiting for the drain',
  async () => {
    const platform = await startAtTerminal(300);
    platform.press();
    await sleep(1_000);
    platform.press();
    expect(await platform.serves()).toBe(true);
    await sleep(4_500);
    platform.press();
    expect(await platform.exitCode()).not.toBe(0);
    expect(platform.output()).toContain('SIGINT again: ended without finishing requests.');
  },
);
