import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import type { Area } from '../../src/typed-contract/areas.ts';
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

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

/** Section of `components` for each file of `specs/shared/`. */
const sections: Readonly<Record<string, string>> = {
  'headers.yaml': 'headers',
  'parameters.yaml': 'parameters',
  'schemas.yaml': 'schemas',
  'security.yaml': 'securitySchemes',
};

/**
 * Reads a handwritten contract, with the files of its features and the shared ones, as one document.
 *
 * @param path of the contract, from the root of the repository
 * @param read returns the text of a file; throws when it does not exist
 */
export function bundleContract(path: string, read: (path: string) => string): VersionedContract {
  const shared = new Map<string, Map<string, unknown>>();
  const files = new Map<string, Node>();
  const load = (file: string): Node => {
    const known = files.get(file) ?? nodeOf(parse(read(file)));
    files.set(file, known);
    return known;
  };

  const withLocalReferences = (value: unknown, file: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => withLocalReferences(item, file));
    if (!isNode(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string'
          ? localReference(member, file)
          : key === 'mapping' && isNode(member)
            ? Object.fromEntries(Object.entries(member).map(([value, to]) => [value, localReference(String(to), file)]))
            : withLocalReferences(member, file),
      ]),
    );
  };

  const localReference = (reference: string, file: string): string => {
    const [target = '', pointer = ''] = reference.split('#');
    const targetFile = target === '' ? file : posix.join(posix.dirname(file), target);
    if (targetFile === path) return `#${pointer}`;
    const steps = pointer.slice(1).split('/');
    const name = steps.at(-1) ?? '';
    const section = steps.length === 2 ? steps[0] : sections[posix.basename(targetFile)];
    if (section === undefined) throw new Error(`${file}: ${reference} names no component.`);
    const pieces = shared.get(section) ?? new Map<string, unknown>();
    shared.set(section, pieces);
    if (!pieces.has(name)) {
      pieces.set(name, undefined);
      const components = steps.length === 2 ? nodeOf(load(targetFile)[section]) : load(targetFile);
      pieces.set(name, withLocalReferences(components[name], targetFile));
    }
    return `#/components/${section}/${name}`;
  };

  /** Path items stand in the contract itself, or in the file of their feature. */
  const pathItem = ([name, item]: readonly [string, unknown]): readonly [string, unknown] => {
    const reference = nodeOf(item)['$ref'];
    if (typeof reference !== 'string') return [name, withLocalReferences(item, path)];
    const file = posix.join(posix.dirname(path), reference.split('#')[0] ?? '');
    return [name, withLocalReferences(nodeOf(load(file)['paths'])[name], file)];
  };

  const { paths, ...rest } = load(path);
  const contract: Node = {
    ...nodeOf(withLocalReferences(rest, path)),
    paths: Object.fromEntries(Object.entries(nodeOf(paths)).map(pathItem)),
  };
  const components = nodeOf(contract['components']);
  const merged = [...shared].map(([section, pieces]) => [
    section,
    { ...Object.fromEntries(pieces), ...ownComponents(section, nodeOf(components[section])) },
  ]);
  const whole: unknown = { ...contract, components: { ...components, ...Object.fromEntries(merged) } };
  if (!isVersioned(whole)) throw new Error(`${path} is not an OpenAPI document.`);
  return whole;
}

/** Returns the components that a contract defines, without its names for shared ones, which refer to themselves in one document. */
const ownComponents = (section: string, components: Node): Node =>
  Object.fromEntries(
    Object.entries(components).filter(([name, value]) => nodeOf(value)['$ref'] !== `#/components/${section}/${name}`),
  );

const isVersioned = (value: unknown): value is VersionedContract =>
  isNode(value) && isNode(value['paths']) && typeof nodeOf(value['info'])['version'] === 'string';
