import type { FastifyInstance } from 'fastify';
import { type LimitedAttempt, type AttemptLimits, attemptsPerMinute } from './attempt-limits.ts';

/** Counts valid and authenticated requests of the operations that have an own limit. */
export function limitOperations(app: FastifyInstance, limits: AttemptLimits): void {
  app.addHook('preHandler', ({ routeOptions, ip }, _reply, done) => {
    const { operationId } = routeOptions.config;
    if (isLimited(operationId)) limits.consume(operationId, ip);
    done();
  });
}

const isLimited = (operationId: string | undefined): operationId is LimitedAttempt =>
  operationId !== undefined && Object.hasOwn(attemptsPerMinute, operationId);
