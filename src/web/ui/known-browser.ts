/** Name of the cookie that says: a user signed in on this browser and has not signed out. */
export const knownBrowserCookie = 'known_browser';

const year = 365 * 86_400;

/** Remembers in a cookie that a user signed in, so that the server sends the next page without a sign-in text. */
export const rememberBrowser = (): void => write(year);

/** Forgets that a user signed in on this browser, so that no page signs them in silently. */
export const forgetBrowser = (): void => write(0);

export const isKnownBrowser = (): boolean => document.cookie.split('; ').includes(`${knownBrowserCookie}=1`);

function write(seconds: number): void {
  document.cookie = `${knownBrowserCookie}=1; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}
