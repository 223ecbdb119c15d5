import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installedNodes } from '../fixtures/cli/executables.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** What all tests of this folder share. */
export interface Outside {
  /** Readable for everyone: artefacts, Node versions, and a folder for the user. */
  readonly folder: string;
  /** What `npm run release` wrote in a clone. */
  readonly artefacts: string;
  /** A bare copy of the repository, to clone. */
  readonly repository: string;
  /** The other user; undefined when the tests do not run as root, and use a home of their own instead. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Folders with a `node`, by major version. */
  readonly nodes: Readonly<Record<string, string>>;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly outside: Outside;
  }
}

/** Packs everything once, by the command of docs/operating.md in a clone, and creates the other user. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'outside-'));
  chmodSync(folder, 0o755);
  const clone = join(folder, 'clone');
  const repository = join(folder, 'platform.git');
  execFileSync('git', ['clone', '--quiet', '--bare', root, repository]);
  execFileSync('git', ['clone', '--quiet', repository, clone]);
  // In place of `npm ci`, which the first step of .ci/run has run.
  copyTree(join(root, 'node_modules'), join(clone, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'release'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const artefacts = join(folder, 'artefacts');
  cpSync(join(clone, 'dist/release'), artefacts, { recursive: true });
  rmSync(clone, { recursive: true });

  const name = `platform-${process.pid}`;
  const asRoot = process.getuid?.() === 0;
  const home = join(folder, 'home');
  mkdirSync(home);
  if (asRoot) execFileSync('useradd', ['--system', '--no-create-home', '--home-dir', home, '--shell', '/bin/sh', name]);
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const user = asRoot ? { uid: id('-u'), gid: id('-g') } : undefined;
  if (user) {
    chownSync(home, user.uid, user.gid);
    // git refuses to clone a repository of somebody else.
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, repository]);
  }

  project.provide('outside', { folder, artefacts, repository, user, nodes: copyNodes(join(folder, 'nodes')) });
  return () => {
    rmSync(folder, { recursive: true, force: true });
    if (asRoot) execFileSync('userdel', [name], { stdio: 'ignore' });
  };
}

/** Copies a folder, by hard links where both are on one file system. */
function copyTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
}

/** Puts the installed versions of Node where the other user can read them. */
function copyNodes(folder: string): Outside['nodes'] {
  const nodes = [...installedNodes()].map(([version, path]): [string, string] => {
    const major = /\d+/.exec(version)?.[0] ?? '';
    const at = join(folder, major);
    mkdirSync(at, { recursive: true });
    try {
      linkSync(path, join(at, 'node'));
    } catch {
      cpSync(path, join(at, 'node'), { dereference: true });
    }
    if (!readdirSync(at).includes('node')) throw new Error(`${path} was not copied.`);
    return [major, at];
  });
  return Object.fromEntries(nodes);
}
