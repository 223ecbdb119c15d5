import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInnerList, type Item, parseList } from 'structured-headers';
import { LRUCache } from 'lru-cache';
import { createBackendClient } from '../../../generated/backend/client.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { verifyWebhook } from '../../client/webhooks/verify-webhook.ts';
import type { AppPages } from '../app-pages.ts';
import { type BodyOf, forwardResponse, jsonRoute } from '../service-routes.ts';
import { demoName } from './demo-name.ts';
import {
  type MiniAppConfig,
  miniAppServerBodies,
  type MiniAppServerOperations,
  miniAppServerRoutes,
  type NotificationsLeft,
  type ReceivedEvent,
} from './mini-app-api.ts';

interface MiniAppDependencies {
  readonly pages: AppPages;
  readonly config: MiniAppConfig;
  readonly apiKey: string;
  /** Verifies the notification service's webhooks; undefined when none is registered. */
  readonly webhookPublicKey: string | undefined;
  readonly now: () => Date;
  readonly fetch: typeof globalThis.fetch;
}

/** Registers the demo mini app at `/mini-app` and its server side. */
export async function registerMiniApp(app: FastifyInstance, parts: MiniAppDependencies): Promise<void> {
  const { pages, config, apiKey, webhookPublicKey, now, fetch } = parts;
  const received = createReceivedEvents();
  const sender = createNotificationsClient({
    baseUrl: config.notifications,
    fetch,
    headers: { 'x-platform-notifications-key': apiKey },
  });
  const backendAs = ({ headers }: FastifyRequest) => {
    const { authorization, 'idempotency-key': key } = headers;
    return createBackendClient({
      baseUrl: config.backend,
      fetch,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
    });
  };

  const icon = await readFile(join(import.meta.dirname, 'icon.svg'), 'utf8');
  // The frame of the host has an opaque origin, and shows it too.
  app.get('/mini-app/icon.svg', (_request, reply) =>
    reply
      .type('image/svg+xml')
      .headers({ 'cache-control': 'public, max-age=86400', 'cross-origin-resource-policy': 'cross-origin' })
      .send(icon),
  );

  for (const path of ['/mini-app', '/mini-app/callback'])
    app.get(path, { config: { operationId: 'openMiniApp' } }, (_request, reply) =>
      pages.send(reply, {
        title: demoName,
        entries: ['src/web/host/frame-boot.ts', 'src/web/mini-app/main.tsx'],
        config,
        policy: { connect: [config.sso], images: [config.backend], framed: 'by-self' },
      }),
    );

  await app.register(async (api) => {
    // In the host's frame the page has an opaque origin. Credentials are sent in a header and never as a cookie, so any
    // origin may call and read the errors.
    api.addHook('onRequest', (_request, reply, done) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      done();
    });
    for (const path of ['/mini-app/api/*', '/mini-app/backend/*'])
      api.options(path, (_request, reply) =>
        reply
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
          .header('access-control-max-age', '600')
          .code(204)
          .send(),
      );

    api.get('/mini-app/backend/api/me', named('getMe'), async (request, reply) =>
      forwardResponse(reply, await backendAs(request).getMe()),
    );
    api.get<{ Querystring: { cursor?: string } }>(
      '/mini-app/backend/api/transactions',
      { ...named('listTransactions'), schema: { querystring: oneCursor } },
      async (request, reply) => {
        const { cursor } = request.query;
        const query = { limit: 10, ...(cursor !== undefined && { cursor }) };
        return forwardResponse(reply, await backendAs(request).listTransactions({ query }));
      },
    );
    api.post<{ Body: { productId: string } }>(
      '/mini-app/backend/api/invoices',
      jsonRoute('createInvoice', oneProduct),
      async (request, reply) => forwardResponse(reply, await backendAs(request).createInvoice({ body: request.body })),
    );

    const { notifyMe, listReceivedEvents } = miniAppServerRoutes;
    api.post<{ Body: BodyOf<MiniAppServerOperations['notifyMe']> }>(
      notifyMe.path,
      jsonRoute('notifyMe', miniAppServerBodies.notifyMe),
      async (request, reply) => {
        // The recipient is the `sub` of a token that the backend verified, never a value from the page.
        const me = await backendAs(request).getMe();
        if (me.status !== 200) return forwardResponse(reply, me);
        const { inSeconds, body, startParam } = request.body;
        const send = () => notify(me.body.platformId, { body, startParam });
        if (inSeconds > 0) {
          setTimeout(() => {
            send().catch((err: unknown) => request.log.warn({ err }, 'the demo notification could not be sent'));
          }, inSeconds * 1000).unref();
          return reply.code(202).send({ left: null });
        }
        const result = await send();
        return 'error' in result ? reply.code(400).send(result) : reply.code(202).send(result);
      },
    );

    api.get(listReceivedEvents.path, named('listReceivedEvents'), async (request, reply) => {
      const me = await backendAs(request).getMe();
      return me.status === 200 ? reply.send({ events: received.of(me.body.platformId) }) : forwardResponse(reply, me);
    });
  });

  /** @returns the error message of a refused send, which is also recorded, or what is left after an accepted one */
  async function notify(
    sessionAddress: string,
    text: { readonly body: string; readonly startParam: string },
  ): Promise<{ readonly error: string } | { readonly left: NotificationsLeft | null }> {
    const response = await sender.sendNotification({ body: { sessionAddress, ...text } });
    if (response.status === 202) return { left: readNotificationsLeft(response.headers.get('ratelimit')) ?? null };
    const { code, message } = response.body;
    received.add(sessionAddress, { notificationId: null, status: `refused: ${code}`, at: now().toISOString() });
    return { error: message };
  }

  // The signature covers the received bytes, so the body stays unparsed.
  const receives = { bodyLimit: 16 * 1024, config: { operationId: 'receiveWebhook', rawBody: true } };
  app.post('/mini-app/webhooks', receives, async ({ rawBody = new Uint8Array(), headers }, reply) => {
    if (webhookPublicKey === undefined) return reply.code(404).send({ error: 'No webhook is registered.' });
    const verified = verifyWebhook({ rawBody, headers, publicKey: webhookPublicKey, now: now().getTime() });
    if (!verified.ok) return reply.code(verified.status).send({ error: verified.message });
    const { notificationId, status, sessionAddress, timestamp } = verified.event;
    received.add(sessionAddress, { notificationId, status, at: timestamp });
    return reply.code(204).send();
  });
}

const named = (operationId: string) => ({ config: { operationId } });

const oneProduct = {
  type: 'object',
  additionalProperties: false,
  required: ['productId'],
  properties: { productId: { type: 'string' } },
};
const oneCursor = {
  type: 'object',
  additionalProperties: false,
  properties: { limit: true, cursor: { type: 'string' } },
};

/**
 * Reads what is left from the RateLimit header of an accepted send (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @returns undefined when the header does not name the limits of sends
 */
export function readNotificationsLeft(header: string | null): NotificationsLeft | undefined {
  const limits = parsed(header ?? '').map(([name, parameters]) => ({
    name,
    left: Number(parameters.get('r')),
    seconds: Number(parameters.get('t')),
  }));
  const hour = limits.find(({ name }) => name === 'hour');
  const day = limits.find(({ name }) => name === 'day');
  if (hour === undefined || day === undefined) return undefined;
  const waits = [hour, day].filter(({ left }) => left === 0).map(({ seconds }) => seconds);
  return { today: day.left, nextInSeconds: Math.max(0, ...waits) };
}

/** The header is another service's, so one that cannot be parsed counts as none. */
function parsed(header: string): readonly Item[] {
  try {
    return parseList(header).filter((member): member is Item => !isInnerList(member));
  } catch {
    return [];
  }
}

/** Webhook events that the demo server received, per user, in memory. A production server stores them. */
interface ReceivedEvents {
  /** Stores an event once, also when its webhook is redelivered. */
  readonly add: (sessionAddress: string, event: ReceivedEvent) => void;
  /** Newest first. */
  readonly of: (sessionAddress: string) => readonly ReceivedEvent[];
}

const maxUsers = 1_000;
const maxEventsPerUser = 20;

function createReceivedEvents(): ReceivedEvents {
  const lists = new LRUCache<string, readonly ReceivedEvent[]>({ max: maxUsers });
  const of = (sessionAddress: string): readonly ReceivedEvent[] => lists.get(sessionAddress) ?? [];
  return {
    of,
    add: (sessionAddress, event) => {
      const before = of(sessionAddress);
      const known = before.some(
        ({ notificationId, status }) =>
          notificationId !== null && notificationId === event.notificationId && status === event.status,
      );
      if (!known) lists.set(sessionAddress, [event, ...before].slice(0, maxEventsPerUser));
    },
  };
}
