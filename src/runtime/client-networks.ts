/** A network that limits count, and how many times the budget of one client it has. */
export interface CountedNetwork {
  readonly network: string;
  readonly share: number;
}

/** Prefix lengths of IPv6 networks that one client may own, with their shares. */
const ipv6Networks = [
  { prefix: 64, share: 1 },
  { prefix: 56, share: 4 },
  { prefix: 48, share: 16 },
] as const;

/** Returns the unit that limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(ip: string): string {
  const groups = ipv6Groups(ip);
  return typeof groups === 'string' ? groups : groups.join(':');
}

/**
 * Returns the networks that an address counts in, the narrowest first: an IPv4 address alone; for IPv6 /64, /56 and /48,
 * with growing budgets, because one client may own any of them.
 */
export function countedNetworks(ip: string): readonly CountedNetwork[] {
  const groups = ipv6Groups(ip);
  if (typeof groups === 'string') return [{ network: groups, share: 1 }];
  return ipv6Networks.map(({ prefix, share }) => ({ network: ipv6Network(groups, prefix), share }));
}

/** Returns the widest network that one client may own. */
export const widestNetwork = (ip: string): string => countedNetworks(ip).at(-1)?.network ?? ip;

function ipv6Network(groups: readonly string[], prefix: 64 | 56 | 48): string {
  if (prefix === 64) return groups.join(':');
  const [first = '', second = '', third = '', fourth = ''] = groups;
  const high = prefix === 48 ? 0 : Number.parseInt(fourth, 16) & 0xff00;
  return `${first}:${second}:${third}:${high.toString(16)}/${prefix}`;
}

/** Returns the first four groups of an IPv6 address without leading zeros; an IPv4 address as it is. */
function ipv6Groups(ip: string): string | readonly string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
}
