import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractHistory } from './contract-history.ts';
import { placesText, reportChanges } from './report.ts';

const contract = (version: string, ...paths: string[]) => ({
  info: { title: 'Notes', version },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path.slice(1), responses: {} } }])),
});

test('a break that the version does not announce is counted, and the report names what and where', () => {
  const report = reportChanges('notes', contract('1.0.0', '/a', '/b'), contract('1.0.0', '/b', '/c'));
  expect(report.unannounced).toBe(1);
  expect(report.lines).toEqual([
    'notes 1.0.0: 1 breaking, 1 other changes',
    '  BREAKING  the operation is gone',
    '                GET /a',
    '            the operation is new',
    '                GET /c',
  ]);
});

test('a break that the version announces is none to mend', () => {
  const { unannounced, lines } = reportChanges('notes', contract('1.0.0', '/a', '/b'), contract('2.0.0', '/b'));
  expect([unannounced, lines[0]]).toEqual([
    0,
    'notes 1.0.0 → 2.0.0: 1 breaking, announced by the version, 0 other changes',
  ]);
  expect(reportChanges('notes', undefined, contract('1.0.0')).lines).toEqual(['notes: a new contract']);
});

test('many places are counted', () => {
  expect(placesText(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(placesText(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d and 2 more');
});

let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, GIT_AUTHOR_DATE: '2026-03-01T12:00:00Z', GIT_COMMITTER_DATE: '2026-03-01T12:00:00Z' },
  });
const write = (version: string) => {
  const file = join(root, 'generated/forum/spec.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(contract(version)));
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'history-'));
  git('init', '--initial-branch', 'main');
  for (const version of ['1.2.0', '1.10.0']) {
    write(version);
    git('add', '.');
    git('commit', '--message', version);
    git('tag', `v${version}`);
  }
  git('tag', 'vague');
  write('2.0.0');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('releases are tags of versions, ordered as versions; each has its contracts', () => {
  const history = contractHistory(root);
  expect(history.releases()).toEqual(['v1.10.0', 'v1.2.0']);
  expect(history.contractAt('v1.2.0', 'forum')?.info.version).toBe('1.2.0');
  expect(history.contractAt('v1.2.0', 'sso')).toBeUndefined();
  expect(history.contractNow('forum').info.version).toBe('2.0.0');
  expect(history.dayOf('v1.2.0')).toBe('2026-03-01');
  expect([history.has('v1.2.0'), history.has('v9')]).toEqual([true, false]);
  expect(() => history.contractNow('sso')).toThrow('npm run generate');
});
