import type { Addresses } from './addresses.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Requests to the platform's own public addresses, sent to another host of the same ports: for networks in which a
 * public address leads nowhere, such as a container's `localhost`. All other requests are left as they are.
 *
 * @param host the name of the proxy inside the network
 */
export function createInternalFetch(fetch: Fetch, addresses: Addresses, host: string): Fetch {
  const own = new Set(Object.values(addresses).map(({ baseUrl }) => new URL(baseUrl).origin));
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!own.has(url.origin)) return fetch(input, init);
    url.hostname = host;
    return input instanceof Request ? fetch(new Request(url, input), init) : fetch(url, init);
  };
}
