import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Words this long are identifiers at best and secrets at worst: links, codes, tokens. */
const longWord = /[A-Za-z0-9_.-]{32,}/g;

/** A text for the log in which nothing can be a secret. */
export const withoutSecrets = (text: string): string => text.replace(longWord, '…');

/** The route that was asked for, not the address: addresses carry link secrets, and queries carry state. */
function describeRequest(request: FastifyRequest): object {
  const path = request.url.split('?')[0] ?? '';
  return {
    method: request.method,
    route: request.routeOptions?.url ?? withoutSecrets(path.slice(0, 200)),
    remoteAddress: request.ip,
  };
}

/** A logger for one service whose lines hold no secret of a request. */
export function serviceLog(log: FastifyBaseLogger, service: string): FastifyBaseLogger {
  return log.child({ service }, { serializers: { req: describeRequest } });
}
