import type { Middleware } from '../../typed-contract/client.ts';

/**
 * Creates middleware that adds an Idempotency-Key to every POST without one, so that the client's `retries` repeat it
 * with the same key. A caller that retries after a process restart passes its own key in `headers`.
 */
export function idempotencyMiddleware(newKey: () => string = () => crypto.randomUUID()): Middleware {
  return {
    onRequest: ({ request }) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', newKey());
      return request;
    },
  };
}
