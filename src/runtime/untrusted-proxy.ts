import type { FastifyInstance } from 'fastify';

/**
 * Warns once when X-Forwarded-For arrives although no proxy is trusted: rate limits and audit then count the proxy's
 * address for every client.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      app.log.warn(
        `a request from ${request.ip} has X-Forwarded-For, but TRUSTED_PROXIES is not set: ` +
          'every client of a proxy counts as one address. If this is your proxy, set TRUSTED_PROXIES to its network',
      );
    }
    done();
  });
}
