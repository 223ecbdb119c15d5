import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from '../areas.ts';
import type { VersionedContract } from './compare-contracts.ts';

/** The contracts of a repository, now and at its commits. */
export interface ContractHistory {
  /** Tags of versions (`v1.2.3`) that this commit descends from, the newest first. */
  readonly releases: () => readonly string[];
  readonly has: (ref: string) => boolean;
  /** Day of a commit, `2026-03-01`. */
  readonly dayOf: (ref: string) => string;
  /** undefined where the contract did not exist. */
  readonly contractAt: (ref: string, area: Area) => VersionedContract | undefined;
  /** As it stands in the working directory. @throws Error when it was not generated */
  readonly contractNow: (area: Area) => VersionedContract;
}

const pathOf = (area: Area): string => `generated/${area}/spec.json`;

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
  return {
    releases: () =>
      (tryGit('tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--sort=-version:refname') ?? '')
        .split('\n')
        .filter(Boolean),
    has: (ref) => tryGit('rev-parse', '--verify', '--quiet', `${ref}^{commit}`) !== undefined,
    dayOf: (ref) => git('log', '-1', '--format=%cs', ref).trim(),
    contractAt: (ref, area) => {
      const text = tryGit('show', `${ref}:${pathOf(area)}`);
      return text === undefined ? undefined : JSON.parse(text);
    },
    contractNow: (area) => {
      try {
        return JSON.parse(readFileSync(join(root, pathOf(area)), 'utf8'));
      } catch (error) {
        throw new Error(`${pathOf(area)} cannot be read. Run: npm run generate`, { cause: error });
      }
    },
  };
}
