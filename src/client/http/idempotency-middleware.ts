import type { Middleware } from '../../typed-contract/client.ts';

/**
 * Gives every POST an Idempotency-Key that it lacks, so that repeating the same `Request` is safe.
 * A caller that retries over process restarts passes its own key in `headers` instead.
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
