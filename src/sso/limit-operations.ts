import type { FastifyInstance } from 'fastify';
import { hookRoutes } from '../runtime/route-hooks.ts';
import { type LimitedAttempt, type AttemptLimits, attemptsPerMinute } from './attempt-limits.ts';

/** Counts valid and authenticated requests of the operations that have an own limit. */
export function limitOperations(app: FastifyInstance, limits: AttemptLimits): void {
  hookRoutes(app, ({ operationId }) =>
    isLimited(operationId)
      ? {
          preHandler: ({ ip }, _reply, done) => {
            limits.consume(operationId, ip);
            done();
          },
        }
      : undefined,
  );
}

const isLimited = (operationId: string | undefined): operationId is LimitedAttempt =>
  operationId !== undefined && Object.hasOwn(attemptsPerMinute, operationId);
