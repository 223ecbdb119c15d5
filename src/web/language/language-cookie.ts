import type { Language } from './language.ts';

/** No secret: it has no prefix, and nothing depends on who set it. */
export const languageCookieName = 'language';

const year = 365 * 86_400;

/** Returns the `Set-Cookie` value that remembers a language. Lax: applications lead to the pages. */
export function languageCookie(language: Language, baseUrl: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${languageCookieName}=${language}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax${secure}`;
}
