import { type ContractNode, isContractNode, resolveNode } from './contract-node.ts';
import type { BundledContract } from './contract.ts';

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
