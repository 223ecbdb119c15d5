import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from '../../src/typed-contract/areas.ts';
import { bundleContract } from './bundle-contract.ts';
import type { VersionedContract } from './compare-contracts.ts';

/** Contracts of a repository in the working directory and at commits. */
export interface ContractHistory {
  /** Version tags (`v1.2.3`) of ancestors of this commit, newest first. */
  readonly releases: () => readonly string[];
  /** Commit to compare with; undefined for a first commit. @throws Error when a shallow clone does not contain it */
  readonly base: () => string | undefined;
  readonly has: (ref: string) => boolean;
  /** Day of a commit, `2026-03-01`. */
  readonly dayOf: (ref: string) => string;
  /** undefined when the contract did not exist. */
  readonly contractAt: (ref: string, area: Area) => VersionedContract | undefined;
  /** Contract in the working directory, read from `specs/`. @throws Error when it does not exist */
  readonly contractNow: (area: Area) => VersionedContract;
  /** Version of the package at a commit, or in the working directory; undefined without a package.json. */
  readonly packageVersion: (ref?: string) => string | undefined;
}

/** Main branches in order of preference: the local one may be outdated. */
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
        throw new Error(
          'This clone is shallow and does not contain the commit to compare with. Run: git fetch --unshallow origin',
        );
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
