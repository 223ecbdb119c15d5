import { expect, test } from 'vitest';
import { loadSodium } from './sodium.ts';
import { runsSodium, type System, thisSystem } from './system.ts';

const system = (other: Partial<System>): System => ({ ...thisSystem, arch: 'x64', ...other });

test('system: sodium-native is not loaded on an x64 processor without AVX, where it would end the process', () => {
  const old = system({ cpuFlags: () => ['fpu', 'sse4_2'] });
  expect(runsSodium(old)).toBe(false);
  expect(loadSodium(old)).toBeUndefined();
});

test('system: sodium-native is loaded with AVX, on other architectures, and where the flags are unknown', () => {
  expect(runsSodium(system({ cpuFlags: () => ['sse4_2', 'avx'] }))).toBe(true);
  expect(runsSodium(system({ arch: 'arm64', cpuFlags: () => undefined }))).toBe(true);
  expect(runsSodium(system({ cpuFlags: () => undefined }))).toBe(true);
});
