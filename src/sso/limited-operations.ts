import type { FastifyInstance } from 'fastify';
import { type Attempt, type AttemptLimits, attemptsPerMinute } from './attempt-limits.ts';

/** Counts the operations that have a limit of their own: those that are well-formed and authenticated. */
export function limitOperations(app: FastifyInstance, limits: AttemptLimits): void {
  app.addHook('preHandler', async ({ routeOptions, ip }) => {
    const { operationId } = routeOptions.config;
    if (isLimited(operationId)) limits.demand(operationId, ip);
  });
}

const isLimited = (operationId: string | undefined): operationId is Attempt =>
  operationId !== undefined && Object.hasOwn(attemptsPerMinute, operationId);
