/** Returns a parameter that occurs once; undefined for a missing or repeated one. */
export function queryText(parameters: unknown, name: string): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const value: unknown = Reflect.get(parameters, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text if it matches the pattern. */
export const matching = (pattern: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && pattern.test(text) ? text : undefined;

/** Returns the named value, or the first one for an unknown name. */
export function knownValue<const Values extends readonly [string, ...string[]]>(
  values: Values,
  text: string | undefined,
): Values[number] {
  return values.find((value) => value === text) ?? values[0];
}

/** Returns the name of a community in the path, if it is a valid one. */
export const forumNameIn = (params: unknown): string | undefined =>
  matching(/^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/, queryText(params, 'name'));

/** Returns the fingerprint of a key in the path, if it is a valid one. */
export const fingerprintIn = (params: unknown): string | undefined =>
  matching(/^[A-Za-z0-9_-]{43}$/, queryText(params, 'fingerprint'));

/** Returns the identifier of an owner in the path, if it is a valid one. */
export const ownerIn = (params: unknown): string | undefined => matching(/^[0-9a-f]{32}$/, queryText(params, 'owner'));
