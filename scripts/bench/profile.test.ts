import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createProfiles } from './profile.ts';

const directory = mkdtempSync(join(tmpdir(), 'profiles-'));
afterAll(() => rmSync(directory, { recursive: true }));
const profiles = createProfiles(directory);
const written = (file: string) => readFileSync(join(directory, file), 'utf8');

function spin(): number {
  let sum = 0;
  for (const end = process.cpuUsage().user + 50_000; process.cpuUsage().user < end;) sum++;
  return sum;
}

test('bench: work of this process is profiled, and its result returned', async () => {
  expect(await profiles.of('own')(async () => spin())).toBeGreaterThan(0);
  expect(written('own.cpuprofile')).toContain('"functionName":"cpuUsage"');
  expect(written('own.svg')).toContain('<title>cpuUsage');
});

test('bench: another process is profiled while it is measured, twice, and leaves no other file', async () => {
  const program = `
    process.stdin.on('data', () => {
      for (const end = process.cpuUsage().user + 50000; process.cpuUsage().user < end;);
      console.log('done');
    });
    console.log('ready');`;
  const child = spawn(process.execPath, [...profiles.nodeOptions, '--eval', program], {
    env: { ...process.env, ...profiles.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  for (const name of ['first', 'second']) {
    await profiles.of(
      name,
      child.pid,
    )(async () => {
      child.stdin.write('spin');
      await once(child.stdout, 'data');
    });
    expect(written(`${name}.svg`)).toContain('<title>cpuUsage');
  }
  const exit = once(child, 'exit');
  child.kill();
  await exit;
  expect(readdirSync(directory).filter((file) => !/^(?:own|first|second)\.(?:cpuprofile|svg)$/.test(file))).toEqual([]);
});
