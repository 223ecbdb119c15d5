import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { approvalPage, unknownLinkPage } from './approval-document.ts';
import type { ApprovalReadModel } from './approval-read-model.ts';
import { serveAssets } from './assets.ts';
import { documentOf, type PageParts } from './document.ts';
import { ownerPage } from './owner-document.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const linkSecret = /^[A-Za-z0-9_-]{43}$/;

interface LinkRoute {
  readonly Params: { readonly link: string };
}

/**
 * The pages on which a person with a browser approves: `/approve/{requestId}`, the deep link itself, and `/owner`.
 * What they do goes through the operations of the contract; only what an unknown visitor may see comes from
 * `readModel`.
 *
 * @param baseUrl the provider's public address, without a trailing slash
 */
export async function registerApprovalPages(
  app: FastifyInstance,
  readModel: ApprovalReadModel,
  baseUrl: string,
): Promise<void> {
  const assets = await serveAssets(app);
  const send = (reply: FastifyReply, status: number, page: PageParts) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('permissions-policy', 'publickey-credentials-create=(self), publickey-credentials-get=(self)')
      .send(documentOf(page, assets));
  const viewOf = ({ params: { link } }: FastifyRequest<LinkRoute>) =>
    linkSecret.test(link) ? readModel.byLink(link) : Promise.resolve(undefined);

  app.get<LinkRoute>('/approve/:link', async (request, reply) => {
    const view = await viewOf(request);
    if (!view) return send(reply, 404, unknownLinkPage);
    // The asking browser came back after the decision: it goes on.
    if (view.returnTo !== null) return reply.redirect(view.returnTo, 303);
    const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] };
    return send(reply, 200, approvalPage(view, visitor, `${baseUrl}/approve/${request.params.link}`));
  });

  /** For the script of the page: whether somebody has decided, here or elsewhere. */
  app.get<LinkRoute>('/approve/:link/status', async (request, reply) => {
    const view = await viewOf(request);
    if (!view) return reply.code(404).send({ status: 'expired', returnTo: null });
    return reply.send({ status: view.status, returnTo: view.returnTo });
  });

  app.get('/owner', (_request, reply) => send(reply, 200, ownerPage));
}
