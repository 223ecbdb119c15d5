import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorPage } from '../../sso/sign-in/authorization-response.ts';
import type { NavigationLink } from '../../html/page-parts.ts';
import type { Registration } from '../../sso/settings.ts';
import type { ApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { pageTexts } from '../page-texts.ts';
import { type LocalizedPage, renderProviderPage, serveAssets } from './provider-page.ts';
import { languageOf, registerLanguageSwitch } from '../language/request-language.ts';
import {
  approvalPage,
  errorPage,
  expiredLinkPage,
  linkPage,
  notFoundPage,
  offlinePage,
  ownerPage,
  receiptPage,
  recoverPage,
  requestPage,
  requestsPage,
  scanPage,
  unknownLinkPage,
} from './pages.ts';
import { registerOwnerApp } from './app/register-owner-app.ts';
import { ownerCookieName } from '../../sso/caller/owner-session.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The page that the service worker shows without a network. */
const offlinePath = '/owner/offline';

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  vary: 'accept-language, cookie',
  // With `no-referrer` a browser sends `Origin: null` with the pages' own forms (Fetch, "append a request Origin header").
  'referrer-policy': 'same-origin',
  'content-security-policy': policy,
  'permissions-policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)',
};

/** Sends a page of the provider in the language of the request. */
export type SendProviderPage = (reply: FastifyReply, status: number, page: LocalizedPage) => FastifyReply;

/** Registers further pages of the provider, with the same assets and headers. */
type FurtherPages = (app: FastifyInstance, send: SendProviderPage) => void;

const linkSecret = /^[A-Za-z0-9_-]{43}$/;

interface LinkRoute {
  readonly Params: { readonly link: string };
}

/**
 * Registers the provider's pages: `/approve/{requestId}`, which is the deep link, `/owner` with what is below it,
 * `/recover`, `/link/{secret}` and `/receipts/verify`. Their scripts call the
 * operations of the contract. `readModel` supplies what a signed-out visitor may see.
 *
 * @param baseUrl public base URL of the provider, without a trailing slash
 * @param registration who may become an owner
 * @param navigation links of the bar above the pages
 * @param notifications URL of the notification service, which pushes to the owner's app
 * @returns the page that browsers get for an error
 */
export async function registerApprovalPages(
  app: FastifyInstance,
  readModel: ApprovalReadModel,
  baseUrl: string,
  registration: Registration,
  navigation: readonly NavigationLink[],
  further?: FurtherPages,
  notifications?: string,
): Promise<ErrorPage> {
  const assets = await serveAssets(app);
  const render = (request: FastifyRequest, page: LocalizedPage, links: readonly NavigationLink[]) => {
    const texts = pageTexts[languageOf(request)];
    const readAt = request.method === 'GET' ? request.url : undefined;
    const session = mayHaveSession(request, baseUrl) ? 'possible' : 'none';
    return {
      headers: { ...pageHeaders, 'content-language': texts.language },
      body: renderProviderPage(page, texts, { assets, registration, navigation: links, readAt, session }),
    };
  };
  const send: SendProviderPage = (reply, status, page) => {
    const { headers, body } = render(reply.request, page, navigation);
    return reply.code(status).headers(headers).send(body);
  };
  const viewOf = ({ params: { link }, cookies, ip }: FastifyRequest<LinkRoute>) =>
    linkSecret.test(link) ? readModel.byLink(link, { cookies, ip }) : Promise.resolve(undefined);

  app.get<LinkRoute>('/approve/:link', async (request, reply) => {
    const view = await viewOf(request);
    if (!view) return send(reply, 404, unknownLinkPage);
    // The request is decided: the requesting browser returns to the application.
    if (view.response) return reply.code(view.response.status).headers(view.response.headers).send(view.response.body);
    return send(reply, 200, approvalPage(view, `${baseUrl}/approve/${request.params.link}`));
  });

  // Polled by the page's script until the request is decided, here or on another device.
  app.get<LinkRoute>('/approve/:link/status', async (request, reply) => {
    const view = await viewOf(request);
    if (!view) return reply.code(404).send({ status: 'expired', returnTo: null });
    // A response that is a page is read at this page's own address.
    const returnTo =
      view.response && (view.response.headers['location'] ?? `${baseUrl}/approve/${request.params.link}`);
    return reply.send({ status: view.status, returnTo });
  });

  app.get<LinkRoute>('/link/:link', async ({ params: { link } }, reply) => {
    const isOpen = linkSecret.test(link) && (await readModel.isDeviceLinkOpen(link));
    return isOpen ? send(reply, 200, linkPage) : send(reply, 404, expiredLinkPage);
  });

  app.get('/recover', (_request, reply) => send(reply, 200, recoverPage));
  app.get('/owner', (_request, reply) => send(reply, 200, ownerPage));
  app.get('/owner/requests', (_request, reply) => send(reply, 200, requestsPage));
  app.get('/owner/requests/:request', (_request, reply) => send(reply, 200, requestPage));
  app.get('/owner/scan', (_request, reply) => send(reply, 200, scanPage));
  app.get('/receipts/verify', (_request, reply) => send(reply, 200, receiptPage({ issuer: baseUrl })));
  app.get(offlinePath, (_request, reply) => send(reply, 200, offlinePage));
  await registerOwnerApp(app, [offlinePath, assets.style, assets.icon], notifications);
  registerLanguageSwitch(app, baseUrl);
  further?.(app, send);
  return (error, request, application) =>
    error.code === 'not_found' && request.is404
      ? render(request, notFoundPage, navigation)
      : render(request, errorPage(error, application), []);
}

/** Origins of a navigation on which a browser sends cookies with `SameSite=Strict` (Fetch Metadata, `Sec-Fetch-Site`). */
const sitesWithCookie: ReadonlySet<unknown> = new Set(['same-origin', 'same-site', 'none']);

/**
 * Returns whether the browser that asks for a page may have a session. A navigation from another site has no cookie of
 * the session, and the requests of the page's script have it.
 */
export function mayHaveSession({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>, issuer: string) {
  return cookies?.[ownerCookieName(issuer)] !== undefined || !sitesWithCookie.has(headers['sec-fetch-site']);
}
