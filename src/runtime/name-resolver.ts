import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { NameNotResolvedError, type Resolve, type ResolvedAddress } from './outbound-target.ts';

export interface NameResolverOptions {
  /** Name servers, `address:port`; left out, those of the machine. */
  readonly servers?: readonly string[] | undefined;
  /** Names that the machine knows without asking. */
  readonly hostsFile?: string | undefined;
  /** A name that takes longer does not resolve right now. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Resolves names that somebody else chose. getaddrinfo would hold a thread of the few that all of a process share until
 * it is done, so that two names whose servers never answer keep every other name waiting. Here a lookup is two
 * datagrams and a timer, and given up in time.
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
    // One for each name: cancelling ends all that a resolver is asking. A datagram may get lost, hence two tries.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers) resolver.setServers([...servers]);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(plain), resolver.resolve6(plain)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).map(withFamily);
      if (found.length > 0) return found;
      throw new NameNotResolvedError(name, { cause: answers.find(({ status }) => status === 'rejected') });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** hosts(5): an address and its names on each line, up to a `#`. */
function addressesIn(hosts: string, name: string): readonly ResolvedAddress[] {
  return hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name))
    .flatMap(([address]) => (address === undefined ? [] : withFamily(address)));
}

const withFamily = (address: string): ResolvedAddress => ({ address, family: isIP(address) });
