import { callbackify } from 'node:util';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractOperation, type CorsPolicy, createPathLookup } from '../contract/contract.ts';

/** What a service does for a policy of its contract. */
interface CorsRule {
  readonly allows: (origin: string) => boolean | Promise<boolean>;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
}

/** Rules for the policies that a contract uses. Credentials are never allowed: no policy covers cookies. */
export type CorsRules = Readonly<Partial<Record<Exclude<CorsPolicy, 'none'>, CorsRule>>>;

/** Time that browsers cache a preflight response, seconds. */
const maxAge = 600;

const notCrossOrigin: FastifyCorsOptions = { origin: false, preflight: false };

/**
 * Applies the `x-cors` of every operation (Fetch §3.2). A preflight request asks for a path, whose operations all have
 * the same policy.
 *
 * @throws Error when the contract has a policy for which the service has no rule
 */
export async function applyCors(
  app: FastifyInstance,
  operations: readonly ContractOperation[],
  rules: CorsRules,
): Promise<void> {
  const ruleOf = ({ cors: policy, operationId }: ContractOperation): CorsRule | undefined => {
    if (policy === 'none') return undefined;
    const rule = rules[policy];
    if (rule === undefined) throw new Error(`${operationId} has x-cors ${policy}, for which the service has no rule.`);
    return rule;
  };
  const crossOrigin = new Map(operations.map((operation) => [operation, ruleOf(operation)]));
  if ([...crossOrigin.values()].every((rule) => rule === undefined)) return;
  const operationsAt = createPathLookup(operations);

  const optionsFor = async (request: FastifyRequest, origin: string): Promise<FastifyCorsOptions> => {
    const [operation] = operationsAt(request.url.split('?', 1)[0] ?? '') ?? [];
    const rule = operation && crossOrigin.get(operation);
    if (operation === undefined || rule === undefined || !(await rule.allows(origin))) return notCrossOrigin;
    return {
      origin: operation.cors === 'public' ? '*' : origin,
      preflight: request.headers['access-control-request-method'] !== undefined,
      methods: [...rule.methods],
      allowedHeaders: [...rule.allowedHeaders],
      exposedHeaders: [...rule.exposedHeaders],
      maxAge,
    };
  };
  const resolveOptions = callbackify(optionsFor);
  await app.register(cors, {
    // Requests without Origin need no lookup.
    delegator: (request, done) => {
      const { origin } = request.headers;
      if (origin === undefined) done(null, notCrossOrigin);
      else resolveOptions(request, origin, done);
    },
  });
}

/** Headers that the operator console sends and reads. */
const consoleHeaders = {
  allowedHeaders: ['authorization', 'content-type'],
  exposedHeaders: ['x-request-id', 'www-authenticate', 'retry-after'],
};

/** Lets the operator console call operations with an administrator's key, without cookies. @param origins of its pages */
export const consoleOrigins = (origins: readonly string[]): CorsRules => ({
  own: { allows: (origin) => origins.includes(origin), methods: ['GET', 'POST'], ...consoleHeaders },
});
