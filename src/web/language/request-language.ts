import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import { acceptedLanguage, uiLanguage } from '../../protocol/language-preference.ts';
import { defaultLanguage, isLanguage, type Language, languageNames, languages } from './language.ts';
import { requireOwnOrigin } from '../../sso/caller/owner-session.ts';
import { type Html, html } from '../../html/html.ts';

/** The parts of a request that choose a language. A request without a route has no cookies (null). */
type PageRequest = Pick<FastifyRequest, 'query' | 'body' | 'headers'> & {
  readonly cookies?: FastifyRequest['cookies'] | null;
};

/**
 * Returns the language of a page: the one that the person chose, else the one that the application asks for by
 * `ui_locales` (OpenID Connect Core 1.0 §3.1.2.1, RP-Initiated Logout 1.0 §2), else the browser's (`Accept-Language`).
 */
export function languageOf({ cookies, query, body, headers }: PageRequest): Language {
  const chosen = cookies?.[languageCookieName];
  if (isLanguage(chosen)) return chosen;
  const requested = uiLocalesIn(query) ?? uiLocalesIn(body) ?? '';
  const accepted = headers['accept-language'] ?? '';
  return uiLanguage(requested, languages) ?? acceptedLanguage(accepted, languages) ?? defaultLanguage;
}

function uiLocalesIn(parameters: unknown): string | undefined {
  const value = isJsonObject(parameters) ? parameters['ui_locales'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** No secret: it has no prefix, and nothing depends on who set it. */
const languageCookieName = 'language';

const year = 365 * 86_400;

/** Returns the `Set-Cookie` value that remembers a language. Lax: applications lead to the pages. */
function languageCookie(language: Language, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${languageCookieName}=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`;
}

/** Registers the route that remembers a language and returns to the page. @param baseUrl public base URL of the pages */
export function registerLanguageSwitch(app: FastifyInstance, baseUrl: string): void {
  app.post(
    languagePath,
    { config: { requestTypes: ['application/x-www-form-urlencoded'] } },
    async (request: FastifyRequest, reply) => {
      requireOwnOrigin({ origin: request.headers.origin }, baseUrl);
      const chosen = isJsonObject(request.body) ? request.body['language'] : undefined;
      if (isLanguage(chosen)) reply.header('set-cookie', languageCookie(chosen, baseUrl));
      const returnTo = isJsonObject(request.body) ? request.body['return_to'] : undefined;
      return reply.redirect(ownAddress(returnTo, baseUrl), 303);
    },
  );
}

/** Returns the path and query of a page of this provider; an address elsewhere becomes the account page. */
function ownAddress(returnTo: unknown, baseUrl: string): string {
  const url = typeof returnTo === 'string' && returnTo.startsWith('/') ? URL.parse(returnTo, baseUrl) : null;
  if (url?.origin !== new URL(baseUrl).origin) return '/owner';
  // A path that begins with two slashes names a host.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}

/** Path to which the switch sends the choice. */
const languagePath = '/language';

interface LanguageSwitch {
  /** Names the switch, in the language of the page. */
  readonly label: string;
  readonly current: Language;
  /** Path and query of the page. */
  readonly returnTo: string;
}

/** Renders the choice of the page's language, each by its own name. It works without a script. */
export function languageSwitch({ label, current, returnTo }: LanguageSwitch): Html {
  return html`<form class="languages" method="post" action="${languagePath}" aria-label="${label}">
    <input type="hidden" name="return_to" value="${returnTo}" />
    ${languages.map((language) =>
      language === current
        ? html`<span lang="${language}" aria-current="true">${languageNames[language]}</span>`
        : html`<button name="language" value="${language}" lang="${language}">${languageNames[language]}</button>`,
    )}
  </form>`;
}
