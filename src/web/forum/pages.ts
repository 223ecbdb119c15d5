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

/** Communities named on the front page. */
const communitiesShown = 12;
/** Communities on a page of their list, and how far its pages go. */
const communitiesPerPage = 50;
const maxOffset = 10_000;

/** The forum for people: markup made here, readable without scripts, loading nothing from elsewhere. */
export async function forumPages(app: FastifyInstance, reading: ForumReadModel): Promise<void> {
  const style = await readFile(join(import.meta.dirname, 'style.css'), 'utf8');
  const icon = await readFile(join(import.meta.dirname, 'icon.svg'), 'utf8');

  // In a scope of its own, so that its failures are pages too.
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));

    pages.get('/', async ({ query }, reply) => {
      const sort = oneOf(postSorts, textOf(query, 'sort'));
      const [posts, communities] = await Promise.all([
        reading.listPosts({ sort, cursor: textOf(query, 'cursor') }),
        reading.listForums({ limit: communitiesShown }),
      ]);
      return send(reply, listPage({ ...posts, sort, communities }));
    });

    pages.get('/f', async ({ query }, reply) => {
      const asked = Number(textOf(query, 'offset') ?? 0);
      const offset = Number.isInteger(asked) ? Math.min(Math.max(asked, 0), maxOffset) : 0;
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

    // Somebody mistyped an address in a browser; programs get the answer of the contract.
    pages.get('/*', (request, reply) => {
      const forPeople =
        request.headers.accept?.includes('text/html') === true && !/^\/(api|\.well-known)\b/.test(request.url);
      return forPeople ? sendNotFound(reply) : reply.callNotFound();
    });

    pages.get('/assets/forum.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
    );
    pages.get('/assets/forum.svg', async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=300').send(icon),
    );
  });
}

/** A parameter that was given once; a repeated one counts as none. */
function textOf(parameters: unknown, name: string): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const value: unknown = Reflect.get(parameters, name);
  return typeof value === 'string' ? value : undefined;
}

const matching = (pattern: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

/** The value named, or the first one: an unknown order shows the usual one. */
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
  send(reply, messagePage('Not found', 'There is nothing at this address.'), 404);

const titles: Readonly<Record<number, string>> = {
  400: 'That did not work',
  404: 'Not found',
  429: 'Too many requests',
};

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof DomainError && error.status < 500) {
    return send(
      reply.headers(error.headers),
      messagePage(titles[error.status] ?? 'Refused', error.message),
      error.status,
    );
  }
  request.log.error({ err: error }, 'a page failed');
  const unavailable = isUnavailable(error);
  if (unavailable) reply.header('retry-after', '5');
  const text = unavailable ? 'The forum cannot be read now.' : `Something went wrong here (request ${request.id}).`;
  return send(reply, messagePage('Please try again', text), unavailable ? 503 : 500);
}
