import { clientNetwork } from '../runtime/client-networks.ts';

/** Returns the network of an address: `/24` for IPv4, `/64` for IPv6. */
function networkLabel(ip: string): string {
  const network = clientNetwork(ip);
  if (network.includes(':')) return `${network}::/64`;
  const octets = network.split('.');
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : network;
}

/** Returns whether two addresses are in different networks. */
export const differentNetwork = (one: string, other: string): boolean => networkLabel(one) !== networkLabel(other);
