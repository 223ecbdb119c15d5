import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isContractNode } from './contract-node.ts';

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
