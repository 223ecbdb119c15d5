import type { FastifyInstance } from 'fastify';

type Fetch = typeof globalThis.fetch;

/**
 * Creates a fetch that hands a POST for a service of this process to it without a connection, which takes a fifth of the
 * processor time. Everything else goes through the given fetch, and so does everything before the service has started.
 *
 * @param baseUrl public address of the service
 */
export function createLocalFetch(fetch: Fetch, baseUrl: string, service: () => FastifyInstance | undefined): Fetch {
  const prefix = `${baseUrl}/`;
  return async (input, init) => {
    const app = service();
    const { href } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (!app || method !== 'POST' || !href.startsWith(prefix)) return fetch(input, init);
    const request = new Request(input, init);
    const payload = await request.text();
    const { signal } = request;
    signal.throwIfAborted();
    // The service is not told: it answers a request that nobody waits for, as one whose connection was lost.
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answered = app.inject({
      method,
      url: `/${href.slice(prefix.length)}`,
      headers: { host: new URL(href).host, ...Object.fromEntries(request.headers) },
      payload,
    });
    const response = await Promise.race([answered, aborted]);
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(response.body === '' ? null : response.body, { status: response.statusCode, headers });
  };
}
