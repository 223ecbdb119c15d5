import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackendClient } from '../../../generated/backend/client.ts';
import { DomainError } from '../../runtime/domain-error.ts';
import { HttpProblemError } from '../../runtime/http-problem-error.ts';
import type { AppPages } from '../app-pages.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type BodyOf, takesJson } from '../helper-route.ts';
import { passOn } from '../pass-on.ts';
import { hostServerBodies, type HostServerOperations, hostServerRoutes, type PaidInvoice } from './host-server.ts';
import { workerPath } from './worker-address.ts';

/** Built by `npm run prepare` from `service-worker.ts`. */
const workerFile = join(import.meta.dirname, '..', '..', '..', 'dist', 'web', 'service-worker.js');

export interface HostParts {
  readonly pages: AppPages;
  readonly config: PageConfig;
  /** The payment side. @throws Error that says what went wrong, for people; ProblemError when nobody could be reached */
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

  app.get('/host', { config: { operationId: 'openHost' } }, (_request, reply) =>
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

  const looksUp = { config: { operationId: 'getInvoice' } };
  app.get<{ Params: { invoice: string } }>('/host/backend/api/invoices/:invoice', looksUp, async ({ params }, reply) =>
    passOn(reply, await backend.getInvoice({ path: { invoice: params.invoice } })),
  );

  const pays = takesJson('payInvoice', hostServerBodies.payInvoice);
  app.post<{ Body: BodyOf<HostServerOperations['payInvoice']> }>(
    hostServerRoutes.payInvoice.path,
    pays,
    async ({ body }, reply) => {
      const { status, txHash } = await pay(body.invoice).catch(explainRefusal);
      return reply.send({ status, txHash });
    },
  );
}

/** That nobody could be reached is said as everywhere; what else went wrong, in the payer's own words. */
function explainRefusal(error: unknown): never {
  if (error instanceof HttpProblemError || !(error instanceof Error)) throw error;
  throw new DomainError('payment_refused', 400, error.message, { cause: error });
}
