import type { BundledContract } from './contract.ts';

/** An object anywhere in a contract. */
export type ContractNode = Readonly<Record<string, unknown>>;

export const isContractNode = (value: unknown): value is ContractNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that is an object. */
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
