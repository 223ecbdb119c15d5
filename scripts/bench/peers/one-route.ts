/** The same operation, `bound` to a contract by the platform's runtime or written `by-hand` with Fastify. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createService } from '../../../src/runtime/http/create-service.ts';
import { createProcessMetrics } from '../../../src/runtime/observe/metrics.ts';

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'body', 'forum'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 300 },
    body: { type: 'string', minLength: 1, maxLength: 10_000 },
    forum: { type: 'string', pattern: '^[a-z0-9-]{3,32}$' },
    tags: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 30 } },
  },
} as const;
const response = {
  type: 'object',
  required: ['ok', 'id', 'title', 'body', 'forum', 'dryRun'],
  properties: {
    ok: { const: true },
    id: { type: 'string' },
    title: { type: 'string' },
    body: { type: 'string' },
    forum: { type: 'string' },
    dryRun: { type: 'boolean' },
  },
} as const;
const id = { type: 'string', maxLength: 64 } as const;
const dryRun = { type: 'boolean', default: false } as const;

interface Input {
  readonly path: { readonly id: string };
  readonly query: { readonly dryRun: boolean };
  readonly body: { readonly title: string; readonly body: string; readonly forum: string };
}

const responseTo = ({ path, query, body: { title, body: text, forum } }: Input) => ({
  ok: true,
  id: path.id,
  title,
  body: text,
  forum,
  dryRun: query.dryRun,
});

const newRequestId = () => `req-${randomBytes(12).toString('base64url')}`;
const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('bench');
const log: FastifyBaseLogger = pino({ level: 'warn' });

const app = process.argv[2] === 'bound' ? await bound() : await byHand();
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }));

function bound(): Promise<FastifyInstance> {
  const operation = {
    operationId: 'replacePost',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: id },
      { name: 'dryRun', in: 'query', schema: dryRun },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { 200: { description: 'Replaced', content: { 'application/json': { schema: response } } } },
  };
  return createService(
    {
      name: 'bench',
      contract: {
        openapi: '3.1.0',
        info: { title: 'One route', version: '1.0.0' },
        paths: { '/api/posts/{id}': { put: operation } },
      } as never,
      handlers: {
        replacePost: ({ respond, ...input }: Input & { respond: (status: number, body: object) => object }) =>
          respond(200, responseTo(input)),
      },
      context: {},
      now: () => new Date(),
      security: {},
      errors: {
        fromProblem: ({ kind }) => Object.assign(new Error(kind), { code: kind, status: 400, headers: {} }) as never,
        body: ({ code }) => ({ ok: false, code }),
      },
    },
    {
      baseUrl: 'http://127.0.0.1',
      log,
      newRequestId,
      stopping: new AbortController().signal,
      trustedProxies: [],
      rateLimit: undefined,
      checkResponses: false,
      ready: async () => true,
      metrics,
    },
  );
}

/** Includes what every service does for a route: security headers, request ids, metrics. */
async function byHand(): Promise<FastifyInstance> {
  const server = Fastify({ loggerInstance: log, genReqId: newRequestId });
  await server.register(helmet);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
  });
  server.addHook('onResponse', async (_request, reply) =>
    metrics.observe({ operation: 'replacePost', status: reply.statusCode, seconds: reply.elapsedTime / 1000 }),
  );
  server.put<{ Params: Input['path']; Querystring: Input['query']; Body: Input['body'] }>(
    '/api/posts/:id',
    {
      schema: {
        params: { type: 'object', required: ['id'], properties: { id } },
        querystring: { type: 'object', additionalProperties: false, properties: { dryRun } },
        body,
        response: { 200: response },
      },
    },
    (request) => responseTo({ path: request.params, query: request.query, body: request.body }),
  );
  return server;
}
