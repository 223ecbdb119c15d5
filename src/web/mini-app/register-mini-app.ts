import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBackendClient } from '../../../generated/backend/client.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { verifyWebhook } from '../../client/webhooks/verify-webhook.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { AppPages } from '../app-pages.ts';
import type { MiniAppConfig } from './mini-app-config.ts';
import { createHeardList } from './heard-list.ts';

export interface MiniAppParts {
  readonly pages: AppPages;
  readonly config: MiniAppConfig;
  /** The app's key for area E. */
  readonly apiKey: string;
  /** That the webhooks of area E are verified with; undefined where none are registered. */
  readonly webhookPublicKey: string | undefined;
  readonly now: () => Date;
  readonly fetch: typeof globalThis.fetch;
}

/** Seconds. */
const longestDelay = 30;

/** The demo mini app at `/mini-app`, and its server side. */
export async function registerMiniApp(app: FastifyInstance, parts: MiniAppParts): Promise<void> {
  const { pages, config, apiKey, webhookPublicKey, now, fetch } = parts;
  const heard = createHeardList();
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

  app.get('/mini-app', (_request, reply) =>
    pages.send(reply, {
      title: 'Demo shop',
      entries: ['src/web/host/frame-boot.ts', 'src/web/mini-app/main.tsx'],
      config,
      policy: { connect: [config.sso], images: [config.backend], framed: 'by-self' },
    }),
  );

  // In the host's frame the page is of an opaque origin. Tokens are sent in a header, never by the browser itself, so
  // anybody's page may ask.
  for (const path of ['/mini-app/api/*', '/mini-app/backend/*'])
    app.options(path, (_request, reply) =>
      open(reply)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
        .header('access-control-max-age', '600')
        .code(204)
        .send(),
    );

  app.get('/mini-app/backend/api/me', async (request, reply) => {
    const { status, body } = await backendAs(request).getMe();
    return open(reply).code(status).send(body);
  });
  app.get<{ Querystring: { cursor?: string } }>('/mini-app/backend/api/transactions', async (request, reply) => {
    const { cursor } = request.query;
    const query = { limit: 10, ...(cursor !== undefined && { cursor }) };
    const { status, body } = await backendAs(request).listTransactions({ query });
    return open(reply).code(status).send(body);
  });
  app.post<{ Body: { productId: string } }>('/mini-app/backend/api/invoices', async (request, reply) => {
    const { status, body } = await backendAs(request).createInvoice({ body: request.body });
    return open(reply).code(status).send(body);
  });

  /** The recipient of a send is the sub of a token that area D has verified, never what the page says. */
  const customerOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const answer = await backendAs(request).getMe();
    return answer.status === 200 ? answer.body.platformId : undefined;
  };

  app.post('/mini-app/api/notifications', async (request, reply) => {
    const sessionAddress = await customerOf(request);
    if (sessionAddress === undefined) return open(reply).code(401).send({ error: 'Sign in first.' });
    const wanted = readNotification(request.body);
    if (wanted === undefined)
      return open(reply)
        .code(400)
        .send({ error: 'A notification has a text, a start parameter and a delay of 0 to 30 seconds.' });
    const { inSeconds, body, startParam } = wanted;
    const send = async () => {
      const answer = await sender.sendNotification({ body: { sessionAddress, body, startParam } });
      if (answer.status === 202) return undefined;
      const { code, message } = answer.body;
      heard.add(sessionAddress, { notificationId: null, status: `refused: ${code}`, at: now().toISOString() });
      return message;
    };
    if (inSeconds > 0) {
      setTimeout(() => {
        send().catch((err: unknown) => request.log.warn({ err }, 'the demo notification could not be sent'));
      }, inSeconds * 1000).unref();
      return open(reply).code(202).send({});
    }
    const refusal = await send();
    return refusal === undefined ? open(reply).code(202).send({}) : open(reply).code(400).send({ error: refusal });
  });

  app.get('/mini-app/api/heard', async (request, reply) => {
    const customer = await customerOf(request);
    if (customer === undefined) return open(reply).code(401).send({ error: 'Sign in first.' });
    return open(reply).send({ heard: heard.of(customer) });
  });

  await app.register(async (webhooks) => {
    // The signature is over the bytes as they came.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    webhooks.post('/mini-app/webhooks', async ({ body, headers }, reply) => {
      if (webhookPublicKey === undefined) return reply.code(404).send({ error: 'No webhook is registered.' });
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const verified = verifyWebhook({ rawBody, headers, publicKey: webhookPublicKey, now: now().getTime() });
      if (!verified.ok) return reply.code(verified.status).send({ error: verified.message });
      const { notificationId, status, sessionAddress, timestamp } = verified.event;
      heard.add(sessionAddress, { notificationId, status, at: timestamp });
      return reply.code(204).send();
    });
  });
}

const open = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store');

interface WantedNotification {
  readonly body: string;
  readonly startParam: string;
  readonly inSeconds: number;
}

function readNotification(value: unknown): WantedNotification | undefined {
  if (!isJsonObject(value)) return undefined;
  const { body, startParam, inSeconds } = value;
  if (typeof body !== 'string' || typeof startParam !== 'string' || typeof inSeconds !== 'number') return undefined;
  return inSeconds >= 0 && inSeconds <= longestDelay ? { body, startParam, inSeconds } : undefined;
}
