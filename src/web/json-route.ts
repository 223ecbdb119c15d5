import type { FastifyRequest } from 'fastify';
import { HttpProblemError } from '../runtime/http-problem-error.ts';

/** The type of an operation's JSON request body. */
export type BodyOf<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : never;

/**
 * Returns route options that accept a JSON body and reject one that does not match the schema.
 *
 * @param operationId label of the route in the metrics
 */
export const jsonRoute = (operationId: string, body: object) => ({
  config: { operationId, requestTypes: ['application/json'] },
  schema: { body },
  // Fastify does not validate a missing body.
  preValidation: async (request: FastifyRequest): Promise<void> => {
    if (request.body === undefined) throw new HttpProblemError({ kind: 'missing_body' });
  },
});
