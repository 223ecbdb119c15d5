import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { LogoutModel, LogoutParameters } from '../../sso/sessions/logout.ts';
import type { SendProviderPage } from '../approval/register-approval-pages.ts';
import { html } from '../../html/html.ts';
import { type LocalizedPage, messagePage } from '../approval/provider-page.ts';

const path = '/oauth/end_session';
const names = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const;
const longest = {
  id_token_hint: 8192,
  client_id: 2048,
  post_logout_redirect_uri: 2048,
  state: 4096,
  ui_locales: 4096,
} as const;
const formRoute = { config: { requestTypes: ['application/x-www-form-urlencoded'] } };

/**
 * Registers the end session endpoint (OpenID Connect RP-Initiated Logout 1.0). A request whose `id_token_hint` names the
 * signed-in person ends the session of this browser at once, and with the hint of another person nothing ends. Without a
 * hint the page asks first.
 *
 * @param baseUrl public base URL of the provider, without a trailing slash
 */
export function registerLogoutPages(
  app: FastifyInstance,
  model: LogoutModel,
  { baseUrl, send }: { readonly baseUrl: string; readonly send: SendProviderPage },
): void {
  // Returns nothing: awaiting a reply waits until it is sent.
  const finish = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const cookie = await model.end(request);
    void reply.header('set-cookie', cookie);
  };

  const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const parameters = readParameters(request.method === 'POST' ? request.body : request.query);
    if (typeof parameters === 'string') return send(reply, 400, logoutErrorPage(parameters));
    const logout = await model.read(parameters);
    if (typeof logout === 'string') return send(reply, 400, logoutErrorPage(logout));
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return send(reply, 200, continueLogoutPage(`${path}?${new URLSearchParams(parameters).toString()}`));
    if (logout.hintedSub === null)
      return send(reply, 200, confirmLogoutPage(parameters, await model.endedApplications(request)));
    // A hint alone proves nothing, and ends nothing.
    const isOwn = await model.isHinted(request, logout);
    if (isOwn) await finish(request, reply);
    if (logout.returnTo !== null) return reply.redirect(logout.returnTo, 303);
    return send(reply, 200, isOwn ? signedOutPage : notSignedInPage);
  };
  app.get(path, endSession);
  app.post(path, formRoute, endSession);

  app.post(`${path}/confirm`, formRoute, async (request, reply) => {
    if (request.headers.origin !== new URL(baseUrl).origin)
      return send(reply, 403, logoutErrorPage('The confirmation came from another site.'));
    const parameters = readParameters(request.body);
    const logout = typeof parameters === 'string' ? parameters : await model.read(parameters);
    if (typeof logout === 'string') return send(reply, 400, logoutErrorPage(logout));
    await finish(request, reply);
    // Not a redirect: `form-action` forbids that a form leads to another site.
    return send(reply, 200, logout.returnTo === null ? signedOutPage : continueLogoutPage(logout.returnTo));
  });
}

/** Reads the parameters of a logout; empty ones are omitted. @returns a text that says what is wrong */
function readParameters(sent: unknown): (LogoutParameters & Record<string, string>) | string {
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const value = isJsonObject(sent) ? sent[name] : undefined;
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') return `${name} was sent more than once.`;
    if (value.length > longest[name]) return `${name} is longer than ${longest[name]} characters.`;
    parameters[name] = value;
  }
  return parameters;
}

const signedOutPage: LocalizedPage = (texts) =>
  messagePage(texts.text('signedOut'), html`<p>${texts.text('signedOutText')}</p>`, texts.text('signedOutTitle'));

const notSignedInPage: LocalizedPage = (texts) =>
  messagePage(texts.text('notSignedInTitle'), html`<p>${texts.text('notSignedInText')}</p>`);

/**
 * Returns the page that asks before it signs out.
 *
 * @param fields hidden fields that continue the request
 * @param endedApplications number of applications that end with it; undefined when this browser is not signed in
 */
const confirmLogoutPage =
  (fields: Readonly<Record<string, string>>, endedApplications: number | undefined): LocalizedPage =>
  (texts) =>
    messagePage(
      texts.text('signOutQuestion'),
      html`<p>${texts.text('signOutText')}</p>
        ${endedApplications === undefined ? '' : html`<p class="ends">${texts.text('signOutEnds', { count: endedApplications })}</p>`}
        <form method="post" action="/oauth/end_session/confirm">
          ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          <div class="actions">
            <button type="submit" class="button primary">${texts.text('signOut')}</button>
            <a class="button plain" href="/owner">${texts.text('staySignedIn')}</a>
          </div>
        </form>`,
    );

const logoutErrorPage =
  (problem: string): LocalizedPage =>
  (texts) =>
    messagePage(
      texts.text('cannotContinue'),
      html`<p>${texts.text('notSignedOut')}</p>
        <p class="notice" lang="en"><code>invalid_request</code> ${problem}</p>`,
    );

/**
 * Returns the page that goes on to a URL: to the application, or to the same request from this site, because browsers
 * hide the session from a navigation that another site starts (SameSite=Strict).
 */
const continueLogoutPage =
  (url: string): LocalizedPage =>
  (texts) =>
    messagePage(
      texts.text('signingOut'),
      html`<meta http-equiv="refresh" content="0; url=${url}" />
        <p><a href="${url}">${texts.text('continue')}</a></p>`,
      texts.text('signingOutTitle'),
    );
