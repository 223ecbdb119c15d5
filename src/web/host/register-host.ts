import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackendClient } from '../../../generated/backend/client.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { AppPages } from '../app-pages.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { hostServerRoutes, type PaidInvoice } from './host-server.ts';
import { workerPath } from './worker-address.ts';

/** Built by `npm run prepare` from `service-worker.ts`. */
const workerFile = join(import.meta.dirname, '..', '..', '..', 'dist', 'web', 'service-worker.js');

export interface HostParts {
  readonly pages: AppPages;
  readonly config: PageConfig;
  /** The payment side. @throws Error that says what went wrong, for people */
  readonly pay: (invoice: string) => Promise<PaidInvoice>;
  readonly fetch: typeof globalThis.fetch;
}

/** The web host at `/host`: its page, its service worker, and the payments that it makes for people. */
export async function registerHost(app: FastifyInstance, { pages, config, pay, fetch }: HostParts): Promise<void> {
  // Missing where the pages were not built, which they say themselves.
  const worker = await readFile(workerFile, 'utf8').catch(() => undefined);
  const backend = createBackendClient({ baseUrl: config.backend, fetch });
  // A worker has a policy of its own: it reports receipts, and nothing else.
  const workerPolicy = `default-src 'none'; connect-src ${config.notifications}`;

  app.get('/host', (_request, reply) =>
    pages.send(reply, {
      title: 'Web host',
      entries: ['src/web/host/main.tsx'],
      config,
      policy: { connect: [config.sso, config.notifications], images: [config.backend], hosts: 'mini-apps' },
    }),
  );
  if (worker !== undefined) {
    app.get(workerPath, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('service-worker-allowed', '/host')
        .header('content-security-policy', workerPolicy)
        .send(worker),
    );
  }

  app.get<{ Params: { invoice: string } }>('/host/backend/api/invoices/:invoice', async ({ params }, reply) => {
    const { status, body } = await backend.getInvoice({ path: { invoice: params.invoice } });
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });

  app.post(hostServerRoutes.payInvoice.path, async ({ body }, reply) => {
    const invoice = isJsonObject(body) ? body['invoice'] : undefined;
    if (typeof invoice !== 'string') return reply.code(400).send({ error: 'Name the invoice to pay.' });
    try {
      const { status, txHash } = await pay(invoice);
      return await reply.send({ status, txHash });
    } catch (error) {
      return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}
