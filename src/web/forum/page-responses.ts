import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../../runtime/database/database-errors.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { languageOf } from '../language/request-language.ts';
import {
  forumPage,
  type ForumPageContent,
  type ForumSite,
  messagePage,
  createReader,
  type Reader,
} from './forum-page.ts';

/** Content security policy of pages and feeds: only the script that writes local times, no other of any origin. */
export const pagePolicy = (baseUrl: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `script-src ${baseUrl}/assets/forum.js`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Title and text of a refusal for people: the message of the API is for an agent. */
function refusalWords({ status, message }: DomainError, { t }: Reader): readonly [title: string, text: string] {
  if (status === 400) return [t.text('invalidRequest'), t.text('invalidRequestText')];
  if (status === 429) return [t.text('tooManyRequests'), t.text('tooManyRequestsText')];
  return [t.text('refused'), message];
}

/** Seconds until a page that could not be read is loaded again. */
const retrySeconds = 5;

/** Sends pages and errors as HTML. */
export function createPageResponses(site: ForumSite) {
  const readerOf = (request: FastifyRequest) => createReader(languageOf(request), site.now());

  const policy = pagePolicy(site.baseUrl);
  const send = (reply: FastifyReply, content: ForumPageContent, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(forumPage(site, readerOf(reply.request), content));

  const sendNotFound = (reply: FastifyReply) => {
    const reader = readerOf(reply.request);
    return send(reply, messagePage(reader.t.text('notFound'), reader.t.text('notFoundText'), reader), 404);
  };

  return {
    readerOf,
    send,
    sendNotFound,

    sendError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const reader = readerOf(request);
      const { t } = reader;
      // The message of the API is for an agent, which can create what is missing.
      if (error instanceof DomainError && error.status === 404) return sendNotFound(reply);
      if (error instanceof DomainError && error.status < 500) {
        const [title, text] = refusalWords(error, reader);
        return send(reply.headers(error.headers), messagePage(title, text, reader), error.status);
      }
      request.log.error({ err: error }, 'rendering a forum page failed');
      if (!isUnavailable(error)) {
        const text = t.text('serverErrorText', { request: request.id });
        return send(reply, messagePage(t.text('serverError'), text, reader), 500);
      }
      reply.header('retry-after', String(retrySeconds));
      const page = messagePage(t.text('unavailable'), t.text('unavailableText'), reader, retrySeconds);
      return send(reply, page, 503);
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
