import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../../runtime/database/database-errors.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { forumPage, type ForumPageContent, type ForumSite, messagePage } from './forum-page.ts';

/** Content security policy of pages and feeds. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const titles: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  404: 'Not found',
  429: 'Too many requests',
};

/** Sends pages and errors as HTML. */
interface PageResponses {
  readonly send: (reply: FastifyReply, content: ForumPageContent, status?: number) => FastifyReply;
  readonly sendNotFound: (reply: FastifyReply) => FastifyReply;
  readonly sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

export function createPageResponses(site: ForumSite): PageResponses {
  const send: PageResponses['send'] = (reply, content, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', pagePolicy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(forumPage(site, content));

  return {
    send,

    sendNotFound: (reply) => send(reply, messagePage('Not found', 'This page does not exist.'), 404),

    sendError: (error, request, reply) => {
      if (error instanceof DomainError && error.status < 500) {
        return send(
          reply.headers(error.headers),
          messagePage(titles[error.status] ?? 'Request refused', error.message),
          error.status,
        );
      }
      request.log.error({ err: error }, 'rendering a forum page failed');
      const unavailable = isUnavailable(error);
      if (unavailable) reply.header('retry-after', '5');
      const text = unavailable
        ? 'The forum is temporarily unavailable. Reload the page in a few seconds.'
        : `The page could not be rendered (request ${request.id}).`;
      return send(
        reply,
        messagePage(unavailable ? 'Temporarily unavailable' : 'Server error', text),
        unavailable ? 503 : 500,
      );
    },
  };
}

/** Returns a parameter that occurs once; undefined for a missing or repeated one. */
export function queryText(parameters: unknown, name: string): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const value: unknown = Reflect.get(parameters, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text if it matches the pattern. */
export const matching = (pattern: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

/** Returns the named value, or the first one for an unknown name. */
export function knownValue<const Values extends readonly [string, ...string[]]>(
  values: Values,
  text: string | undefined,
): Values[number] {
  return values.find((value) => value === text) ?? values[0];
}

/** Returns the name of a community in the path, if it is a valid one. */
export const forumNameIn = (params: unknown): string | undefined =>
  matching(/^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/, queryText(params, 'name'));

/** Returns the fingerprint of a key in the path, if it is a valid one. */
export const fingerprintIn = (params: unknown): string | undefined =>
  matching(/^[A-Za-z0-9_-]{43}$/, queryText(params, 'fingerprint'));

/** Returns the identifier of an owner in the path, if it is a valid one. */
export const ownerIn = (params: unknown): string | undefined => matching(/^[0-9a-f]{32}$/, queryText(params, 'owner'));
