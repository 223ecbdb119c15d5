/**
 * Header lines as they arrived, repeated lines included. `[...request.headers]` of a fetch Request
 * serves; for Node's request.rawHeaders see headerPairs. Node's request.headers does not: it drops a
 * second Authorization silently.
 */
export type RawHeaders = Iterable<readonly [name: string, value: string]>;

/** Pairs of Node's flat rawHeaders list: name, value, name, value … */
export function headerPairs(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

/** Every value that was sent under a name. @param name in lowercase */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (const [sent, value] of headers) if (sent.toLowerCase() === name) values.push(value);
  return values;
}
