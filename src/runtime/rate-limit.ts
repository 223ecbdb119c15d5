import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorFormat } from './http-problem.ts';

/** The outer limits, per minute and process. */
export interface RateLimit {
  /** From one client address; of IPv6, from one network of 64 bits. */
  readonly requestsPerMinute: number;
  /** From one client that the service knows, from however many addresses. */
  readonly clientRequestsPerMinute: number;
}

/**
 * Names the client that sends a request, by credentials that were good a moment ago; undefined for everybody else. Asked
 * before anything is read or verified, so it has to cost nothing.
 */
export type IdentifyClient = (request: Pick<FastifyRequest, 'headers'>) => string | undefined;

/** No address begins so. */
const clientPrefix = 'client ';

/**
 * Guards against floods. Who is known has a count of their own, so that those behind one address do not starve each
 * other; what is guessed counts for its address. Limits of the business (sends per hour, prompts per day) stand in their
 * areas.
 */
export async function limitRate(
  app: FastifyInstance,
  { requestsPerMinute, clientRequestsPerMinute }: RateLimit,
  errors: ErrorFormat,
  identifyClient: IdentifyClient = () => undefined,
): Promise<void> {
  const refusal = (seconds: number) =>
    errors.fromProblem({ kind: 'rate_limited', retryAfterSeconds: Math.max(1, seconds) });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => {
      const client = identifyClient(request);
      return client === undefined ? normalizeIP(request.ip) : `${clientPrefix}${client}`;
    },
    max: (_request, key) => (key.startsWith(clientPrefix) ? clientRequestsPerMinute : requestsPerMinute),
    timeWindow: 60_000,
    // Of routes that have a limit of their own, beside this one.
    errorResponseBuilder: (_request, { ttl }) => refusal(Math.ceil(ttl / 1000)),
  });
  const count = app.createRateLimit();
  // A hook of the service and not of its routes, where the plugin would put it: theirs come after authentication, which
  // refuses guesses before anybody counts them.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rateLimit === false) return;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw refusal(counted.ttlInSeconds);
  });
}
