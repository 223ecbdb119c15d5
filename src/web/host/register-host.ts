import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackendClient } from '../../../generated/backend/client.ts';
import { DomainError, HttpProblemError } from '../../runtime/errors/domain-error.ts';
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
import { BearerError, verifyBearerRequest } from '../../protocol/bearer-request.ts';
import { bearerChallenge, confirmationChallenge, scopeChallenge } from '../../protocol/challenge.ts';
import { headerPairs } from '../../protocol/request-headers.ts';
import { lackingScope, scopeToRequest } from '../../protocol/token-scope.ts';
import type { TokenVerification } from '../../runtime/caller/resource-server.ts';

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

/** Maximum age of a confirmation with a passkey or device, seconds. */
const maxAge = 600;

const required = ['payments'];
const scope = scopeToRequest(required);

/**
 * Creates the check that a payment is requested with an access token of the host whose owner confirmed at most ten
 * minutes ago.
 */
export function createPayerCheck({
  clientId,
  now,
  ...verification
}: TokenVerification & {
  readonly issuer: string;
  /** `client_id` of the host: only tokens that were issued to it pay. */
  readonly clientId: string;
  readonly now: () => Date;
}) {
  /** @throws DomainError 401, or 403 when the token lacks the scope `payments` */
  return async (rawHeaders: readonly string[]): Promise<void> => {
    const seconds = now().getTime() / 1000;
    const { claims } = await verifyBearerRequest(
      { headers: headerPairs(rawHeaders) },
      { ...verification, audience: clientId, now: seconds },
    ).catch(refuse);
    const lacking = lackingScope(claims['scope'], required);
    if (lacking !== undefined)
      throw refusal(
        403,
        'insufficient_scope',
        `The access token lacks the scope ${lacking}.`,
        scopeChallenge('Bearer', { scope }),
      );
    const { auth_time: confirmed } = claims;
    if (typeof confirmed !== 'number' || seconds - confirmed > maxAge)
      throw refusal(
        401,
        'insufficient_user_authentication',
        `Confirm with your passkey or device again: more than ${maxAge} seconds have passed.`,
        confirmationChallenge('Bearer', { maxAge, scope }),
      );
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof BearerError)) throw error;
  throw refusal(401, error.code, error.message, bearerChallenge(error.code, { scope }));
}

const refusal = (status: number, reason: string, message: string, challenge: string): DomainError =>
  new DomainError(reason, status, message, { details: { reason }, headers: { 'www-authenticate': challenge } });
