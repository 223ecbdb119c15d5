import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblemError } from '../runtime/errors/domain-error.ts';

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

/** Sends a service's response to the page, with its Retry-After header. */
export function forwardResponse(
  reply: FastifyReply,
  { status, body, headers }: { readonly status: number; readonly body: unknown; readonly headers: Headers },
): FastifyReply {
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  return reply.code(status).send(body);
}

/** Milliseconds. */
const timeout = 10_000;
/** Status codes of a proxy whose service is down. */
const unavailableStatuses = new Set([502, 504]);

/**
 * Returns a `fetch` for calls from the page servers to other services.
 *
 * @throws ProblemError `unavailable` (503) when the service does not respond within 10 seconds
 */
export const createServiceFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const expired = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, expired]) : expired });
      if (!unavailableStatuses.has(response.status)) return response;
      await response.body?.cancel();
    } catch (cause) {
      throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 }, cause);
    }
    throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 });
  };
