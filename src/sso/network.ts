/** Returns the unit that limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Returns the network of an address: `/24` for IPv4, `/64` for IPv6. */
function networkLabel(ip: string): string {
  const network = clientNetwork(ip);
  if (network.includes(':')) return `${network}::/64`;
  const octets = network.split('.');
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : network;
}

/** Returns whether two addresses are in different networks. */
export const differentNetwork = (one: string, other: string): boolean => networkLabel(one) !== networkLabel(other);
