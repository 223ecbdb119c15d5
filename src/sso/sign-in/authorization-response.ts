import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AuthorizeForm } from '../../../generated/sso/types.ts';
import type { ResponseMode } from './authorization-request.ts';
import {
  formPostAddressNeeded,
  parameterMissing,
  redirectUriNeeded,
  responseModeNeeded,
} from '../errors/oauth-errors.ts';
import { html, trustedHtml } from '../../html/html.ts';
import type { OtherResponse, DomainError } from '../../runtime/errors/domain-error.ts';

/** What the interface document requires of an application that polls. */
const requiredWithJson = ['scope', 'code_challenge', 'state', 'nonce'] as const;

/**
 * Returns the response mode of a request, `query` by default when it has a redirect_uri, and checks the parameters that
 * the mode requires.
 *
 * @throws DomainError `invalid_request`
 */
export function responseModeOf(
  parameters: Pick<AuthorizeForm, 'response_mode' | 'redirect_uri' | 'scope' | 'code_challenge' | 'state' | 'nonce'>,
): ResponseMode {
  const { redirect_uri: redirectUri, response_mode: mode } = parameters;
  if (mode === undefined && redirectUri === undefined) throw responseModeNeeded();
  if (mode === 'json') {
    const missing = requiredWithJson.find((name) => parameters[name] === undefined);
    if (missing !== undefined) throw parameterMissing(missing);
    return 'json';
  }
  if (redirectUri === undefined) throw redirectUriNeeded();
  if (mode !== 'form_post') return 'query';
  if (!isHttp(redirectUri)) throw formPostAddressNeeded();
  return 'form_post';
}

/** A form cannot be submitted to an app's own scheme. */
export const isHttp = (uri: string): boolean => /^https?:/i.test(uri);

interface ResponseTarget {
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * Returns the parameters of a response (RFC 6749 §4.1.2, §4.1.2.1). `iss` identifies the provider (RFC 9207 §2).
 *
 * @param response the code, or the error
 */
function responseParameters(
  { state }: Pick<ResponseTarget, 'state'>,
  response: Readonly<Record<string, string>>,
  issuer: string,
): Readonly<Record<string, string>> {
  return { ...response, ...(state !== null && { state }), iss: issuer };
}

/** Returns the redirect URI with the parameters of the response. */
export function responseAddress(
  target: ResponseTarget,
  response: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const { redirectUri } = target;
  const parameters = new URLSearchParams(responseParameters(target, response, issuer));
  // Appended as text, because parsing could rewrite the registered query.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}

const script = 'document.forms[0].submit()';
/** Written as one string: the hash is of every character between the tags. */
const submitting = trustedHtml(`<script>${script}</script>`);

/** No form-action: browsers apply it to the redirects of the application too. */
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the page that submits the parameters of a response to the application (OAuth 2.0 Form Post Response Mode §2);
 * without scripts a button does.
 */
export function formPostPage(
  target: ResponseTarget,
  response: Readonly<Record<string, string>>,
  issuer: string,
): OtherResponse {
  const inputs = Object.entries(responseParameters(target, response, issuer)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Return to the application</title>
      </head>
      <body>
        <form method="post" action="${target.redirectUri}">
          ${inputs}
          <button type="submit">Continue</button>
        </form>
        ${submitting}
      </body>
    </html>`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      // The address of the page contains the secret of the link; with `no-referrer` browsers would send `Origin: null`.
      'referrer-policy': 'origin',
    },
    body: page.markup,
  };
}

/** An application that nobody has verified, and that this person has not approved. */
export interface UnknownApplication {
  readonly name: string;
  readonly host: string;
  /** Where the error would be sent. */
  readonly address: string;
}

/** Renders an error as an HTML page. @param application that the person may return to */
export type ErrorPage = (
  error: Pick<DomainError, 'code' | 'message'>,
  request: FastifyRequest,
  application?: UnknownApplication,
) => Pick<OtherResponse, 'headers' | 'body'>;
