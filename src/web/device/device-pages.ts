import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { DeviceReadModel } from '../../sso/sign-in/device-authorization.ts';
import type { SendProviderPage } from '../approval/register-approval-pages.ts';
import { html } from '../../html/html.ts';
import { type LocalizedPage, messagePage } from '../approval/provider-page.ts';

/**
 * Registers `/device` (RFC 8628 §3.3). A GET with `user_code`, the `verification_uri_complete`, leads to the approval
 * page, where the person picks the code; a typed code was compared already.
 *
 * @param baseUrl public base URL of the provider, without a trailing slash
 */
export function registerDevicePages(
  app: FastifyInstance,
  readModel: DeviceReadModel,
  { baseUrl, send }: { readonly baseUrl: string; readonly send: SendProviderPage },
): void {
  const origin = new URL(baseUrl).origin;

  app.get('/device', async (request, reply) => {
    const typed = codeIn(request.query);
    if (typed === undefined) return send(reply, 200, devicePage());
    const found = await readModel.byUserCode(typed, request.ip);
    return found ? reply.redirect(found.location, 303) : send(reply, 404, devicePage('deviceCodeUnknown'));
  });

  app.post(
    '/device',
    { config: { requestTypes: ['application/x-www-form-urlencoded'] } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      // Another site must not submit a code for the person: the comparison of the code would be skipped.
      if (request.headers.origin !== origin) return send(reply, 403, devicePage('deviceCodeFromOtherSite'));
      const found = await readModel.byUserCode(codeIn(request.body) ?? '', request.ip);
      if (!found) return send(reply, 404, devicePage('deviceCodeUnknown'));
      return reply.header('set-cookie', found.typedCookie).redirect(found.location, 303);
    },
  );
}

function codeIn(parameters: unknown): string | undefined {
  const code = isJsonObject(parameters) ? parameters['user_code'] : undefined;
  return typeof code === 'string' && code !== '' ? code : undefined;
}

/** Returns the page on which a person types the code that a device shows (RFC 8628 §3.3). */
const devicePage =
  (problem?: 'deviceCodeUnknown' | 'deviceCodeFromOtherSite'): LocalizedPage =>
  (texts) => ({
    ...messagePage(
      texts.text('connectDevice'),
      html`<p>${texts.text('connectDeviceText')}</p>
        ${problem === undefined ? undefined : html`<p class="notice" role="alert">${texts.text(problem)}</p>`}
        <form class="row" method="post" action="/device">
          <label for="user_code">${texts.text('deviceCode')}</label>
          <input
            id="user_code"
            name="user_code"
            required
            maxlength="16"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            placeholder="WDJB-MJHT"
            autofocus
          />
          <button type="submit" class="button primary">${texts.text('continue')}</button>
        </form>`,
    ),
    address: '/device',
  });
