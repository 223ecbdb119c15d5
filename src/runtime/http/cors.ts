import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ContractOperation, type CorsPolicy, createPathLookup } from '../contract/contract.ts';

/** What a service does for a policy of its contract. */
export interface CorsRule {
  readonly allows: (origin: string) => boolean | Promise<boolean>;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
}

/** Rules for the policies that a contract uses. Credentials are never allowed: no policy covers cookies. */
export type CorsRules = Readonly<Partial<Record<Exclude<CorsPolicy, 'none'>, CorsRule>>>;

/** Time that browsers cache a preflight response, seconds. */
const maxAge = 600;

/**
 * Applies the `x-cors` of every operation (Fetch §3.2). A preflight request asks for a path, whose operations all have
 * the same policy.
 *
 * @throws Error when the contract has a policy for which the service has no rule
 */
export function applyCors(app: FastifyInstance, operations: readonly ContractOperation[], rules: CorsRules): void {
  const ruleOf = ({ cors: policy, operationId }: ContractOperation): CorsRule | undefined => {
    if (policy === 'none') return undefined;
    const rule = rules[policy];
    if (rule === undefined) throw new Error(`${operationId} has x-cors ${policy}, for which the service has no rule.`);
    return rule;
  };
  const crossOrigin = new Map(operations.map((operation) => [operation, ruleOf(operation)]));
  if ([...crossOrigin.values()].every((rule) => rule === undefined)) return;
  const operationsAt = createPathLookup(operations);

  const allowedOperation = async (request: FastifyRequest, origin: string) => {
    const [operation] = operationsAt(request.url.split('?', 1)[0] ?? '') ?? [];
    const rule = operation && crossOrigin.get(operation);
    return operation && rule && (await rule.allows(origin)) ? { operation, rule } : undefined;
  };
  const findAllowed = callbackify(allowedOperation);
  // Preflight requests have a route, so that the hook below receives them; others with this method have none.
  app.options('*', (_request, reply) => reply.callNotFound());
  app.addHook('onRequest', (request, reply, done) => {
    // Responses to other origins, and to none, differ (Fetch §3.2.5).
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return done();
    findAllowed(request, origin, (error, allowed) => {
      if (error || allowed === undefined) return done(error ?? undefined);
      const { operation, rule } = allowed;
      reply.header('access-control-allow-origin', operation.cors === 'public' ? '*' : origin);
      reply.header('access-control-expose-headers', rule.exposedHeaders.join(', '));
      if (isPreflight(request)) sendPreflight(reply, rule);
      else done();
    });
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Responds before authentication: a preflight request carries no credentials. */
function sendPreflight(reply: FastifyReply, { methods, allowedHeaders }: CorsRule): void {
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': allowedHeaders.join(', '),
      'access-control-max-age': String(maxAge),
      // Some browsers wait for a body without it.
      'content-length': '0',
    })
    .send();
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
