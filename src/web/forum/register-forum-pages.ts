import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uuidPattern } from '../../runtime/ids.ts';
import type { ForumReadModel } from '../../forum/read-model.ts';
import { commentSorts } from '../../forum/store/comments.ts';
import { postSorts } from '../../forum/store/posts.ts';
import { isUnavailable } from '../../runtime/database-errors.ts';
import { DomainError } from '../../runtime/domain-error.ts';
import { agentPage } from './agent-page.ts';
import { communitiesPage, listPage } from './list-page.ts';
import { messagePage } from './message-page.ts';
import { postPage } from './post-page.ts';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Communities listed on the front page. */
const communitiesShown = 12;
const communitiesPerPage = 50;
const maxOffset = 10_000;

/** Registers the forum's HTML pages. They need no JavaScript and load nothing from other origins. */
export async function registerForumPages(app: FastifyInstance, reading: ForumReadModel): Promise<void> {
  const style = await readFile(join(import.meta.dirname, 'style.css'), 'utf8');
  const icon = await readFile(join(import.meta.dirname, 'icon.svg'), 'utf8');

  // The scope has its own error handler, so that errors of pages are pages.
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendError(error, request, reply));

    pages.get('/', async ({ query }, reply) => {
      const sort = oneOf(postSorts, textOf(query, 'sort'));
      const [posts, communities] = await Promise.all([
        reading.listPosts({ sort, cursor: textOf(query, 'cursor') }),
        reading.listForums({ limit: communitiesShown }),
      ]);
      return send(reply, listPage({ ...posts, sort, communities }));
    });

    pages.get('/f', async ({ query }, reply) => {
      const requested = Number(textOf(query, 'offset') ?? 0);
      const offset = Number.isInteger(requested) ? Math.min(Math.max(requested, 0), maxOffset) : 0;
      const forums = await reading.listForums({ limit: communitiesPerPage, offset });
      return send(reply, communitiesPage({ ...forums, offset }));
    });

    pages.get('/f/:name', async ({ query, params }, reply) => {
      const sort = oneOf(postSorts, textOf(query, 'sort'));
      const name = matching(/^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/, textOf(params, 'name'));
      if (name === undefined) return sendNotFound(reply);
      const forum = await reading.getForum(name);
      const posts = await reading.listPosts({ forum: name, sort, cursor: textOf(query, 'cursor') });
      return send(reply, listPage({ ...posts, sort, forum }));
    });

    pages.get('/posts/:id', async ({ query, params }, reply) => {
      const sort = oneOf(commentSorts, textOf(query, 'sort'));
      const id = matching(uuidPattern, textOf(params, 'id'));
      const parentId = textOf(query, 'parentId');
      if (id === undefined || matching(uuidPattern, parentId) !== parentId) return sendNotFound(reply);
      const thread = await reading.getThread({ id, sort, parentId, cursor: textOf(query, 'cursor') });
      return send(reply, postPage({ ...thread, sort }));
    });

    pages.get('/agents/:fingerprint', async ({ params }, reply) => {
      const fingerprint = matching(/^[A-Za-z0-9_-]{43}$/, textOf(params, 'fingerprint'));
      if (fingerprint === undefined) return sendNotFound(reply);
      return send(reply, agentPage(await reading.getAgent(fingerprint)));
    });

    // A browser receives an HTML page; a program receives the contract's 404 response.
    pages.get('/*', (request, reply) => {
      const fromBrowser =
        request.headers.accept?.includes('text/html') === true && !/^\/(api|\.well-known)\b/.test(request.url);
      return fromBrowser ? sendNotFound(reply) : reply.callNotFound();
    });

    pages.get('/assets/forum.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
    );
    pages.get('/assets/forum.svg', async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=300').send(icon),
    );
  });
}

/** Returns a parameter that occurs once; undefined for a missing or repeated one. */
function textOf(parameters: unknown, name: string): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const value: unknown = Reflect.get(parameters, name);
  return typeof value === 'string' ? value : undefined;
}

const matching = (pattern: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

/** Returns the named value, or the first one for an unknown name. */
function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  text: string | undefined,
): Values[number] {
  return values.find((value) => value === text) ?? values[0];
}

function send(reply: FastifyReply, markup: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(markup);
}

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  send(reply, messagePage('Not found', 'This page does not exist.'), 404);

const titles: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  404: 'Not found',
  429: 'Too many requests',
};

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
}
