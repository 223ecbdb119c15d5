import { posix } from 'node:path';

/** Returns the relative link from one file of the documentation to another. */
export const relativeLink = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

/**
 * Returns a page with links as a server offers them, `sso/authorize` for `sso/authorize.html`. The files keep their endings,
 * so that a browser opens them from a disk too.
 */
export const withServedLinks = (markup: string): string =>
  markup.replace(
    /(<(?:a|form|link)\s[^>]*?(?:href|action)=")(?![a-z]+:|\/)([^"#?]*)\.html(?=["#?])/g,
    (_, before: string, path: string) => `${before}${servedPath(path)}`,
  );

/** Returns the path of a page without its ending. @param path without `.html` */
export const servedPath = (path: string): string => path.replace(/(^|\/)index$/, '$1') || './';
