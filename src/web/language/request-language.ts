import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import { acceptedLanguage, uiLanguage } from '../../protocol/language-preference.ts';
import { defaultLanguage, isLanguage, type Language, languages } from './language.ts';

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
export function languageCookie(language: Language, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${languageCookieName}=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`;
}
