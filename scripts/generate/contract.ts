import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The parts of a bundled OpenAPI 3.1 document that the generator reads. */
export interface BundledContract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, unknown>> };
  readonly security?: readonly BundledSecurityRequirement[];
}

export type BundledSecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly BundledSecurityRequirement[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>>; readonly $ref?: string }>
  >;
}

export interface LocatedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Lists the operations of a contract in its order, without webhooks. */
export function operationsOf(contract: BundledContract): LocatedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return isOperation(operation) ? [{ method, path, operation }] : [];
    }),
  );
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'responses' in value;
}

export type ContractNode = Readonly<Record<string, unknown>>;

export const isContractNode = (value: unknown): value is ContractNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const memberNode = (node: unknown, name: string): ContractNode | undefined => {
  const value = isContractNode(node) ? node[name] : undefined;
  return isContractNode(value) ? value : undefined;
};

/** Follows the reference of a node. Members next to a reference, such as a description, override those of its target. */
export function resolveNode(contract: BundledContract, value: unknown): ContractNode {
  if (!isContractNode(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => memberNode(node, step.replaceAll('~1', '/').replaceAll('~0', '~')), contract);
  const { $ref: _reference, ...beside } = value;
  return { ...resolveNode(contract, target), ...beside };
}

const names = { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' } as const;

/**
 * Declares RateLimit and RateLimit-Policy on every response of an operation. The runtime sends them on each, so that the
 * contracts do not repeat it. What a receiver of webhooks responds has no X-Request-Id, and no limit of ours.
 *
 * @param shared path of `specs/shared/headers.yaml`, which describes both headers
 */
export function declareRateLimits(contract: unknown, shared: string): unknown {
  const described: unknown = parse(readFileSync(shared, 'utf8'));
  const references = Object.fromEntries(
    Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
  );
  const declare = (value: unknown, member: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => declare(item, ''));
    if (!isContractNode(value)) return value;
    const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, declare(inner, key)]));
    return member === 'headers' && 'X-Request-Id' in node ? { ...node, ...references } : node;
  };
  const declared = declare(contract, '');
  const components = isContractNode(declared) ? declared['components'] : undefined;
  if (!isContractNode(declared) || !isContractNode(components) || !isContractNode(described)) return declared;
  const own = Object.fromEntries(Object.values(names).map((name) => [name, described[name]]));
  const headers = { ...own, ...(isContractNode(components['headers']) ? components['headers'] : {}) };
  return { ...declared, components: { ...components, headers } };
}

const prefix = '#/components/schemas/';

/** Members whose values are maps of schemas by name, in which no name is a keyword. */
const maps = ['properties', 'patternProperties', '$defs'];

const isKeyword = (key: string): boolean => key !== 'example' && key !== 'examples' && !key.startsWith('x-');

function withoutExamples(value: unknown, visit: (node: ContractNode) => ContractNode): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutExamples(entry, visit));
  if (!isContractNode(value)) return value;
  const entries = Object.entries(visit(value))
    .filter(([key]) => isKeyword(key))
    .map(([key, member]) => [
      key,
      maps.includes(key) && isContractNode(member)
        ? Object.fromEntries(Object.entries(member).map(([name, schema]) => [name, withoutExamples(schema, visit)]))
        : withoutExamples(member, visit),
    ]);
  return Object.fromEntries(entries);
}

const nodeOrEmpty = (value: unknown): ContractNode => (isContractNode(value) ? value : {});

/** Returns a schema with its references replaced by what they name; for schemas that do not contain themselves. */
export const inlineSchema = (contract: BundledContract, schema: unknown): ContractNode =>
  nodeOrEmpty(withoutExamples(schema, (node) => resolveNode(contract, node)));

/** Returns a schema that is complete on its own: its root is an object, and what it references is in `$defs`. */
export function portableSchema(contract: BundledContract, schema: unknown): ContractNode {
  const definitions = new Map<string, ContractNode>();
  const collect = (node: ContractNode): ContractNode => {
    const reference = node['$ref'];
    if (typeof reference !== 'string') return node;
    const name = reference.slice(prefix.length);
    if (!definitions.has(name)) {
      // Set before its members are visited: a comment contains comments.
      definitions.set(name, {});
      definitions.set(name, nodeOrEmpty(withoutExamples(resolveNode(contract, { $ref: reference }), collect)));
    }
    return { ...node, $ref: `#/$defs/${name}` };
  };
  const root = nodeOrEmpty(withoutExamples(resolveNode(contract, schema), collect));
  return { ...root, ...(definitions.size > 0 && { $defs: Object.fromEntries([...definitions].toSorted(byName)) }) };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
