import type { FastifyReply } from 'fastify';

interface ServiceResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Sends a service's response to the page, with its Retry-After header. */
export function forwardResponse(reply: FastifyReply, { status, body, headers }: ServiceResponse): FastifyReply {
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  return reply.code(status).send(body);
}
