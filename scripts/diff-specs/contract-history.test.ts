import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { areas } from '../../src/typed-contract/areas.ts';
import { diffSpecs } from '../diff-specs.ts';
import { bundleContract, contractHistory } from './contract-history.ts';

let folder: string;
/** Repository that the tests clone. */
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
  root = join(folder, 'root');
  mkdirSync(root);
  git(root, 'init', '--initial-branch', 'main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const identity = ['-c', 'user.name=T', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false'];
const day = '2026-03-01T12:00:00Z';

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', [...identity, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_AUTHOR_DATE: day, GIT_COMMITTER_DATE: day },
  }).trim();

function write(cwd: string, version: string, ...paths: string[]): void {
  const contract = {
    info: { title: 'Notes', version },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path.slice(1), responses: {} } }])),
  };
  for (const area of areas) {
    const file = join(cwd, `specs/${area}.yaml`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(contract));
  }
}

/** @returns the new commit */
function commit(cwd: string, version: string, ...paths: string[]): string {
  write(cwd, version, ...paths);
  git(cwd, 'add', '.');
  git(cwd, 'commit', '--allow-empty', '--message', version);
  return git(cwd, 'rev-parse', 'HEAD');
}

function clone(...options: string[]): string {
  const path = join(folder, 'clone');
  git(folder, 'clone', ...options, pathToFileURL(root).href, path);
  return path;
}

const baseOf = (cwd: string) => contractHistory(cwd).base();

test('diff:specs: releases are version tags in version order, each with its contracts', () => {
  for (const version of ['1.2.0', '1.10.0']) {
    commit(root, version);
    git(root, 'tag', `v${version}`);
  }
  git(root, 'tag', 'vague');
  write(root, '2.0.0');
  const history = contractHistory(root);
  expect(history.releases()).toEqual(['v1.10.0', 'v1.2.0']);
  expect(history.base()).toBe('v1.10.0');
  expect(history.contractAt('v1.2.0', 'forum')?.info.version).toBe('1.2.0');
  expect(history.contractNow('forum').info.version).toBe('2.0.0');
  expect(history.dayOf('v1.2.0')).toBe('2026-03-01');
  expect([history.has('v1.2.0'), history.has('v9')]).toEqual([true, false]);
  rmSync(join(root, 'specs/sso.yaml'));
  expect(() => history.contractNow('sso')).toThrow('specs/sso.yaml');
});

describe('before the first release', () => {
  test('diff:specs: before the first release a branch is compared with its merge base on main', () => {
    const left = commit(root, '1.0.0', '/a');
    git(root, 'checkout', '-b', 'change');
    commit(root, '1.0.0', '/a', '/b');
    commit(root, '1.0.0', '/b');
    git(root, 'checkout', 'main');
    commit(root, '1.0.0', '/a', '/c');
    const branch = clone('--branch', 'change');
    expect(baseOf(branch)).toBe(left);
    git(branch, 'checkout', '--detach');
    expect(baseOf(branch)).toBe(left);
  });

  test('diff:specs: before the first release main is compared with its parent, also in a detached clone', () => {
    const before = commit(root, '1.0.0', '/a');
    commit(root, '1.0.0', '/b');
    expect(baseOf(root)).toBe(before);
    const fresh = clone();
    expect(baseOf(fresh)).toBe(before);
    git(fresh, 'checkout', '--detach');
    expect(baseOf(fresh)).toBe(before);
  });

  test('diff:specs: the error for a shallow clone names the command that deepens it', () => {
    commit(root, '1.0.0', '/a');
    const before = commit(root, '1.0.0', '/b');
    commit(root, '1.0.0', '/c');
    const shallow = clone('--depth', '1');
    expect(() => baseOf(shallow)).toThrow('git fetch --unshallow origin');
    git(shallow, 'fetch', '--unshallow', 'origin');
    expect(baseOf(shallow)).toBe(before);
  });

  test('diff:specs: a first commit and a folder without history have no base', () => {
    commit(root, '1.0.0', '/a');
    expect(baseOf(root)).toBeUndefined();
    expect(baseOf(folder)).toBeUndefined();
    expect(diffSpecs(contractHistory(root), undefined).exitCode).toBe(0);
  });
});

test('diff:specs: an unannounced breaking change fails against main and against a named commit', () => {
  const first = commit(root, '1.0.0', '/a', '/b');
  commit(root, '1.0.0', '/a', '/b', '/c');
  git(root, 'checkout', '-b', 'change');
  commit(root, '1.0.0', '/b', '/c');
  const { exitCode, lines } = diffSpecs(contractHistory(clone('--branch', 'change')), undefined);
  expect(exitCode).toBe(1);
  expect(lines).toContain('  BREAKING  the operation was removed');
  expect(lines.at(-1)).toMatch(/^4 breaking changes are not announced/);
  const named = diffSpecs(contractHistory(root), first);
  expect([named.exitCode, named.lines[0]]).toEqual([1, `Since ${first}, 2026-03-01:`]);
  expect(() => diffSpecs(contractHistory(root), 'v9')).toThrow('v9 is not a commit');
  commit(root, '2.0.0', '/b', '/c');
  expect(diffSpecs(contractHistory(root), undefined).exitCode).toBe(0);
});

test('diff:specs: a contract that was changed and not generated is compared', () => {
  commit(root, '1.0.0', '/a', '/b');
  write(root, '1.0.0', '/b');
  const { exitCode, lines } = diffSpecs(contractHistory(root), 'HEAD');
  expect([exitCode, lines.filter((line) => line === '  BREAKING  the operation was removed').length]).toEqual([1, 4]);
});

test('diff:specs: before 1.0.0 the second number of the package version announces the breaks of every contract', () => {
  const release = (version: string) => writeFileSync(join(root, 'package.json'), JSON.stringify({ version }));
  release('0.1.0');
  commit(root, '1.5.0', '/a', '/b');
  release('0.2.0');
  write(root, '1.5.0', '/b');
  const { exitCode, lines } = diffSpecs(contractHistory(root), 'HEAD');
  expect(exitCode).toBe(0);
  expect(lines).toContain('sso 1.5.0: 1 breaking, announced by the version, 0 other changes');
  release('0.1.1');
  expect(diffSpecs(contractHistory(root), 'HEAD').exitCode).toBe(1);
});

test('diff:specs: a shared file is read with the contract that refers to it, also under the same name', () => {
  const files = new Map([
    [
      'specs/notes.yaml',
      "info: { title: N, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { A: { $ref: './shared/schemas.yaml#/B' }, C: { $ref: './shared/schemas.yaml#/C' } } }",
    ],
    ['specs/shared/schemas.yaml', "B: { items: { $ref: '#/C' } }\nC: { type: string }\nD: {}"],
  ]);
  const read = (path: string) => files.get(path) ?? '';
  expect(bundleContract('specs/notes.yaml', read)).toMatchObject({
    components: {
      schemas: {
        A: { $ref: '#/components/schemas/B' },
        B: { items: { $ref: '#/components/schemas/C' } },
        C: { type: 'string' },
      },
    },
  });
});
