import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../../runtime/database-errors.ts';
import { DomainError } from '../../runtime/domain-error.ts';
import { type ForumPageContent, forumPage } from './forum-page.ts';
import type { ForumSite } from './forum-site.ts';
import { messagePage } from './message-page.ts';

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
export interface PageResponses {
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
