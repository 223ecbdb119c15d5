import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { ErrorShape } from './problem.ts';

/** The outer limit: how many requests one client address may send in a minute. */
export interface RateLimit {
  readonly requestsPerMinute: number;
}

/** Guards against floods. Limits of the business (sends per hour, prompts per day) stand in their areas. */
export async function limitRate(app: FastifyInstance, limit: RateLimit, errors: ErrorShape): Promise<void> {
  await app.register(rateLimit, {
    max: limit.requestsPerMinute,
    timeWindow: 60_000,
    hook: 'onRequest',
    errorResponseBuilder: (_request, { ttl }) =>
      errors.explain({ kind: 'rate_limited', retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
}
