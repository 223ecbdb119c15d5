import type { Addresses } from './addresses.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Creates a fetch that sends requests to the platform's public addresses over plain HTTP to the services' ports at an
 * internal host: for networks where a public address is not reachable, such as `localhost` of a container, or is a proxy
 * that terminates TLS and hides the probes. Does not change other requests.
 *
 * @param host name of the proxy inside the network, which listens on the port of every service; undefined: no change
 */
export function createInternalFetch(fetch: Fetch, addresses: Addresses, host: string | undefined): Fetch {
  if (host === undefined) return fetch;
  const platformOrigins = Object.values(addresses)
    .map(({ port, baseUrl }) => ({ inside: `http://${host}:${port}`, prefix: `${baseUrl}/` }))
    // Services may share an origin under different paths: the longest prefix matches.
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const found = platformOrigins.find(({ prefix }) => href.startsWith(prefix));
    if (!found) return fetch(input, init);
    const url = new URL(`${found.inside}/${href.slice(found.prefix.length)}`);
    return input instanceof Request ? fetch(new Request(url, input), init) : fetch(url, init);
  };
}
