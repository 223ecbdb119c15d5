import { posix } from 'node:path';
import { parse } from 'yaml';
import type { VersionedContract } from './compare-contracts.ts';

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
