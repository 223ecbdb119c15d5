/**
 * Header lines as received, repeated lines included: `[...request.headers]` of a fetch Request, or headerPairs of Node's
 * request.rawHeaders. Node's request.headers is unsuitable because it drops a second Authorization header.
 */
export type RawHeaders = Iterable<readonly [name: string, value: string]>;

/** Converts Node's flat rawHeaders list (name, value, name, value …) to pairs. */
export function headerPairs(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

/** Returns all values of a header. @param name in lowercase */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (const [sent, value] of headers) {
    // Most names differ in length, which costs nothing to compare.
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(value);
  }
  return values;
}
