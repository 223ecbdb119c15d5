import type { FastifyRequest } from 'fastify';
import { HttpProblemError } from '../runtime/http-problem-error.ts';

/** The JSON body of an operation. */
export type BodyOf<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : never;

/**
 * How a page's own server takes a JSON body: what does not fit the schema is refused before the handler sees it.
 *
 * @param operationId names it in the metrics
 */
export const takesJson = (operationId: string, body: object) => ({
  config: { operationId, requestTypes: ['application/json'] },
  schema: { body },
  // Fastify checks no body that is missing.
  preValidation: async (request: FastifyRequest): Promise<void> => {
    if (request.body === undefined) throw new HttpProblemError({ kind: 'missing_body' });
  },
});
