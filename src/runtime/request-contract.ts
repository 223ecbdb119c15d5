import type { Contract } from './contract.ts';

/** Members of an operation from which its route is created. */
const requestMembers: ReadonlySet<string> = new Set(['operationId', 'parameters', 'requestBody']);

/** Members of a contract that say what document it is. */
const documentMembers: ReadonlySet<string> = new Set(['openapi']);

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Returns a contract of requests only: the parameters and bodies of each operation, and the components that they refer to.
 * fastify-openapi-glue copies a contract several times and resolves every reference, so that the start of a service takes
 * less than a third of the time.
 */
export function withoutResponses(contract: Contract): Contract {
  const paths = mapValues(contract.paths, (item) =>
    mapValues(item, (part) => (Array.isArray(part) ? part : pick(part, requestMembers))),
  );
  const components = Object.fromEntries(Object.entries(contract.components ?? {})) as Components;
  return { ...pick(contract, documentMembers), info: contract.info, paths, components: reachable(components, paths) };
}

/** Returns the components that a value refers to, directly or through others. */
function reachable(components: Components, value: unknown): Components {
  const found = new Map<string, Set<string>>();
  const follow = (from: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(from).matchAll(
      /"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      const names = found.get(kind) ?? new Set();
      found.set(kind, names);
      if (names.has(name)) continue;
      names.add(name);
      follow(components[kind]?.[name]);
    }
  };
  follow(value);
  return Object.fromEntries([...found].map(([kind, names]) => [kind, pick(components[kind] ?? {}, names)]));
}

function mapValues(parent: object, change: (value: object) => unknown): object {
  return Object.fromEntries(
    Object.entries(parent).map(([key, value]) => [key, typeof value === 'object' ? change(value) : value]),
  );
}

function pick(from: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)));
}
