import type { Addresses } from './addresses.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Requests to the platform's own public addresses, sent in plain HTTP to the services' own ports at a host inside: for
 * networks in which a public address leads nowhere, such as a container's `localhost`, or to a proxy that ends TLS and
 * keeps the probes for those inside. All other requests are left as they are.
 *
 * @param host the name of the proxy inside the network, which listens on the port of every service; undefined: none
 */
export function createInternalFetch(fetch: Fetch, addresses: Addresses, host: string | undefined): Fetch {
  if (host === undefined) return fetch;
  const own = Object.values(addresses)
    .map(({ port, baseUrl }) => ({ inside: `http://${host}:${port}`, prefix: `${baseUrl}/` }))
    // Services may share an origin, each under a path: the longest says which one is meant.
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const found = own.find(({ prefix }) => href.startsWith(prefix));
    if (!found) return fetch(input, init);
    const url = new URL(`${found.inside}/${href.slice(found.prefix.length)}`);
    return input instanceof Request ? fetch(new Request(url, input), init) : fetch(url, init);
  };
}
