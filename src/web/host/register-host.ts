import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackendClient } from '../../../generated/backend/client.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { HttpProblemError } from '../../runtime/errors/http-problem.ts';
import type { AppPages } from '../app-pages.ts';
import { languageOf } from '../language/request-language.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { type BodyOf, forwardResponse, jsonRoute } from '../service-routes.ts';
import {
  hostServerBodies,
  type HostServerOperations,
  hostServerRoutes,
  type PaidInvoice,
  workerPath,
} from './host-server.ts';

/** Built by `npm run prepare` from `service-worker.ts`. */
const workerFile = join(import.meta.dirname, '..', '..', '..', 'dist', 'web', 'service-worker.js');

export interface HostDependencies {
  readonly pages: AppPages;
  readonly config: PageConfig;
  /** Pays an invoice. @throws Error with a message for users; ProblemError when the payment service is unreachable */
  readonly pay: (invoice: string) => Promise<PaidInvoice>;
  /** Accepts the requests of signed-in users of the host. @throws DomainError 401 or 403 */
  readonly requirePayer: (rawHeaders: readonly string[]) => Promise<void>;
  readonly fetch: typeof globalThis.fetch;
}

/** Registers the web host at `/host`: its page, its service worker and its payment route. */
export async function registerHost(
  app: FastifyInstance,
  { pages, config, pay, requirePayer, fetch }: HostDependencies,
): Promise<void> {
  // Undefined without a build; the page itself then shows how to build it.
  const worker = await readFile(workerFile, 'utf8').catch(() => undefined);
  const backend = createBackendClient({ baseUrl: config.backend, fetch });
  // The worker only reports receipts to the notification service.
  const workerPolicy = `default-src 'none'; connect-src ${config.notifications}`;

  for (const path of ['/host', '/host/callback', '/host/apps/:appId']) {
    app.get(path, { config: { operationId: 'openHost' } }, (request, reply) => {
      const language = languageOf(request);
      return pages.send(reply, {
        title: 'Web host',
        language,
        page: 'host',
        entries: [`src/web/host/languages/${language}.ts`, 'src/web/host/main.tsx'],
        config,
        policy: {
          connect: [config.sso, config.notifications],
          images: [config.backend, config.sso],
          hosts: 'mini-apps',
        },
      });
    });
  }
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

  const getInvoice = { config: { operationId: 'getInvoice' } };
  app.get<{ Params: { invoice: string } }>(
    '/host/backend/api/invoices/:invoice',
    getInvoice,
    async ({ params }, reply) =>
      forwardResponse(reply, await backend.getInvoice({ path: { invoice: params.invoice } })),
  );

  const payInvoice = jsonRoute('payInvoice', hostServerBodies.payInvoice);
  app.post<{ Body: BodyOf<HostServerOperations['payInvoice']> }>(
    hostServerRoutes.payInvoice.path,
    payInvoice,
    async ({ body, raw }, reply) => {
      await requirePayer(raw.rawHeaders);
      const { status, txHash } = await pay(body.invoice).catch(rethrow);
      return reply.send({ status, txHash });
    },
  );
}

/** Passes an unreachable service on as it is; turns any other failure into a 400 with its message. */
function rethrow(error: unknown): never {
  if (error instanceof HttpProblemError || !(error instanceof Error)) throw error;
  throw new DomainError('payment_refused', 400, error.message, { cause: error });
}
