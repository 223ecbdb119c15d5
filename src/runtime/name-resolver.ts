import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { NameNotResolvedError, type Resolve, type ResolvedAddress } from './outbound-target.ts';

export interface NameResolverOptions {
  /** Name servers as `address:port`; default: those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** File in the format of hosts(5); default `/etc/hosts`. */
  readonly hostsFile?: string | undefined;
  /** Timeout of a look-up; default 3000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Creates a resolver for names from users. getaddrinfo would occupy one of the few threads of the process until it ends,
 * so that a few names whose servers never respond would block all other look-ups. This resolver sends datagrams and has
 * a timeout.
 */
export function createNameResolver({
  servers,
  hostsFile = '/etc/hosts',
  timeoutMs = 3_000,
}: NameResolverOptions = {}): Resolve {
  return async (name) => {
    const plain = name.replace(/\.$/, '').toLowerCase();
    const known = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), plain);
    if (known.length > 0) return known;
    // One resolver per look-up, because cancel() ends all of its queries. Two tries, because a datagram can get lost.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers) resolver.setServers([...servers]);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const responses = await Promise.allSettled([resolver.resolve4(plain), resolver.resolve6(plain)]);
      const found = responses
        .flatMap((response) => (response.status === 'fulfilled' ? response.value : []))
        .map(withFamily);
      if (found.length > 0) return found;
      throw new NameNotResolvedError(name, { cause: responses.find(({ status }) => status === 'rejected') });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Finds the addresses of a name in the format of hosts(5): an address and its names per line, comments after `#`. */
function addressesIn(hosts: string, name: string): readonly ResolvedAddress[] {
  return hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name))
    .flatMap(([address]) => (address === undefined ? [] : withFamily(address)));
}

const withFamily = (address: string): ResolvedAddress => ({ address, family: isIP(address) });
