import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createProfiles, flameGraph } from './profile.ts';
import type { CpuProfile } from './profiler.ts';

const node = (id: number, functionName: string, url: string, children: number[] = []): CpuProfile['nodes'][number] => ({
  id,
  children,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 9, columnNumber: 0 },
});

const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 4]),
    node(2, '(idle)', ''),
    node(3, 'handle', 'file:///clone/src/forum/people.ts', [5]),
    node(4, 'handle', 'file:///clone/src/forum/people.ts'),
    node(5, 'verify<Key>', 'file:///clone/node_modules/sodium/index.js'),
  ],
  startTime: 0,
  endTime: 2000,
  samples: [2, 3, 5, 5, 4],
  timeDeltas: [1000, 100, 200, 100, 100],
};

test('flame graph: calls of the same callers are merged, and waiting is no processor time', () => {
  const graph = flameGraph(profile, 'P1');
  expect(graph).toContain('P1: 1 ms of processor time');
  expect(graph).not.toContain('idle');
  expect(graph).toContain('<title>handle src/forum/people.ts:10, 100.0 %</title>');
  expect(graph).toContain('<title>verify&lt;Key&gt; node_modules/sodium/index.js:10, 60.0 %</title>');
});

test('flame graph: a frame is as wide as its share, and its callees are above it', () => {
  const places = [...flameGraph(profile, 'P1').matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g)];
  expect(places.map(([, x, y, wide]) => [Number(x), Number(y), Number(wide)])).toEqual([
    [0, 68, 1600],
    [0, 51, 1600],
    [0, 34, 960],
  ]);
});

test('flame graph: native code has the name of its package, and the profile itself is left out', () => {
  const nodes = [
    node(1, '(root)', '', [2, 4]),
    node(2, 'verify', 'file:///clone/node_modules/sodium-native/index.js', [3]),
    node(3, 'crypto_stream_xor_update', ''),
    node(4, 'startProfiler', 'file:///clone/scripts/bench/profiler.ts', [5]),
    node(5, 'post', 'node:inspector'),
  ];
  const graph = flameGraph({ ...profile, nodes, samples: [3, 5], timeDeltas: [3000, 9000] }, 'P1');
  expect(graph).toContain('P1: 3 ms of processor time');
  expect(graph).toContain('<title>libsodium, 100.0 %</title>');
  expect(graph).not.toContain('crypto_stream');
});

test('flame graph: of a profile without samples only the frame of all is left', () => {
  expect(flameGraph({ ...profile, samples: [], timeDeltas: [] }, 'P1')).toContain('0 ms');
});

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
