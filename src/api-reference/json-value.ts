import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';

/** The object, or an empty one for anything else. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The elements, none for anything that is no array. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Follows `#/components/schemas/Post` into its document (RFC 6901). @throws Error where it leads nowhere */
export function follow(document: JsonObject, reference: string): JsonObject {
  const steps = reference
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>((node, step) => objectOf(node)[step], document);
  if (!isJsonObject(found)) throw new Error(`The contract refers to ${reference}, which is not there.`);
  return found;
}
