import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from '../../src/typed-contract/areas.ts';
import { bundleContract } from './bundle-contract.ts';
import type { VersionedContract } from './compare-contracts.ts';

/** The contracts of a repository, now and at its commits. */
export interface ContractHistory {
  /** Tags of versions (`v1.2.3`) that this commit descends from, the newest first. */
  readonly releases: () => readonly string[];
  /** What this state is a change of. undefined where nothing came before. @throws Error where the clone does not reach so far back */
  readonly base: () => string | undefined;
  readonly has: (ref: string) => boolean;
  /** Day of a commit, `2026-03-01`. */
  readonly dayOf: (ref: string) => string;
  /** undefined where the contract did not exist. */
  readonly contractAt: (ref: string, area: Area) => VersionedContract | undefined;
  /** As it is in the working directory, generated or not. @throws Error when there is none */
  readonly contractNow: (area: Area) => VersionedContract;
  /** Version of the package at a commit, or in the working directory; undefined where there is no package.json. */
  readonly packageVersion: (ref?: string) => string | undefined;
}

/** Where changes end up: what the others have comes before an own copy, which may be old. */
const mainBranches = ['origin/main', 'main'] as const;

const pathOf = (area: Area): string => `specs/${area}.yaml`;

export function contractHistory(root: string): ContractHistory {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const tryGit = (...args: string[]): string | undefined => {
    try {
      return git(...args);
    } catch {
      return undefined;
    }
  };
  const commitOf = (ref: string): string | undefined =>
    tryGit('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.trim();
  const releases = (): readonly string[] =>
    (tryGit('tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--sort=-version:refname') ?? '')
      .split('\n')
      .filter(Boolean);
  return {
    releases,
    base: () => {
      const [release] = releases();
      if (release !== undefined) return release;
      const main = mainBranches.find((branch) => commitOf(branch) !== undefined);
      const forked = main && tryGit('merge-base', 'HEAD', main)?.trim();
      if (forked && forked !== commitOf('HEAD')) return forked;
      const parent = main === undefined || forked ? commitOf('HEAD^') : undefined;
      if (parent === undefined && tryGit('rev-parse', '--is-shallow-repository')?.trim() === 'true')
        throw new Error('This clone is shallow: what it changes is not in it. Run: git fetch --unshallow origin');
      return parent;
    },
    has: (ref) => commitOf(ref) !== undefined,
    dayOf: (ref) => git('log', '-1', '--format=%cs', ref).trim(),
    contractAt: (ref, area) => {
      if (tryGit('cat-file', '-e', `${ref}:${pathOf(area)}`) === undefined) return undefined;
      return bundleContract(pathOf(area), (path) => git('show', `${ref}:${path}`));
    },
    contractNow: (area) => bundleContract(pathOf(area), (path) => readFileSync(join(root, path), 'utf8')),
    packageVersion: (ref) => {
      const text =
        ref === undefined ? readIfPresent(join(root, 'package.json')) : tryGit('show', `${ref}:package.json`);
      return text === undefined ? undefined : String(JSON.parse(text).version);
    },
  };
}

const readIfPresent = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
