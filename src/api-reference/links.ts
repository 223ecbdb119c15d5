import { posix } from 'node:path';
import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';

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

/** Returns the value if it is an object, otherwise an empty object. */
export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the value if it is an array, otherwise an empty array. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the value if it is a string, otherwise undefined. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Resolves a reference such as `#/components/schemas/Post` (RFC 6901). @throws Error when its target is missing */
export function resolveReference(document: JsonObject, reference: string): JsonObject {
  const names = reference
    .replace(/^#\//, '')
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = names.reduce<unknown>((node, name) => asObject(node)[name], document);
  if (!isJsonObject(target)) throw new Error(`The contract refers to ${reference}, which does not exist.`);
  return target;
}
