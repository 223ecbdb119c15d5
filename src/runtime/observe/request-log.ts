import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Words of this length can be secrets: links, codes, tokens. */
const longWord = /[A-Za-z0-9_.-]{32,}/g;

/** Replaces every word of a log text that can be a secret. */
export const withoutSecrets = (text: string): string => text.replace(longWord, '…');

/** Describes a request by its route instead of its URL: paths contain link secrets, and queries contain state. */
function describeRequest(request: FastifyRequest): object {
  const path = request.url.split('?')[0] ?? '';
  return {
    method: request.method,
    route: request.routeOptions?.url ?? withoutSecrets(path.slice(0, 200)),
    remoteAddress: request.ip,
  };
}

/** Creates the logger of a service, whose lines contain no secret of a request. */
export function serviceLog(log: FastifyBaseLogger, service: string): FastifyBaseLogger {
  return log.child({ service }, { serializers: { req: describeRequest } });
}
