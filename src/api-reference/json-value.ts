import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';

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
