import type { FastifyReply } from 'fastify';

interface PassedOn {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Gives a page what a service answered, and when to try again. */
export function passOn(reply: FastifyReply, { status, body, headers }: PassedOn): FastifyReply {
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  return reply.code(status).send(body);
}
