/** The value has no canonical JSON. The message names its location. */
export class CanonicalJsonError extends Error {
  readonly code = 'not_canonicalizable';

  constructor(message: string) {
    super(message);
    this.name = 'CanonicalJsonError';
  }
}

/** Maximum nesting depth of arrays and objects. */
const maxDepth = 256;

/**
 * Serializes a value as canonical JSON (RFC 8785): members sorted by UTF-16 code units, numbers and strings as in
 * ECMAScript (§3.2.2), no white space. Hash or sign its UTF-8.
 *
 * @throws CanonicalJsonError with the location of undefined, a function, NaN, an infinity, a lone surrogate, an object
 *   that is neither plain nor an array, or nesting beyond 256 levels.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 0);
}

function write(value: unknown, location: string, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value, location);
  if (typeof value === 'string') return writeText(value, location);
  if (typeof value !== 'object')
    throw new CanonicalJsonError(`Canonical JSON has no ${typeof value}, found at ${location}.`);
  if (depth === maxDepth)
    throw new CanonicalJsonError(`Canonical JSON is nested deeper than ${maxDepth} levels at ${location}.`);
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item: unknown, index) => write(item, `${location}[${index}]`, depth + 1)).join(',')}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new CanonicalJsonError(
      `Canonical JSON has plain objects and arrays only, found another object at ${location}.`,
    );
  }
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members
    .map(([name, member]: readonly [string, unknown]) => {
      const inner = `${location}.${name}`;
      return `${writeText(name, inner)}:${write(member, inner, depth + 1)}`;
    })
    .join(',')}}`;
}

function writeNumber(value: number, location: string): string {
  if (!Number.isFinite(value)) throw new CanonicalJsonError(`Canonical JSON has no ${value}, found at ${location}.`);
  return JSON.stringify(value);
}

function writeText(text: string, location: string): string {
  if (!text.isWellFormed())
    throw new CanonicalJsonError(`Canonical JSON has no lone surrogate, found at ${location.toWellFormed()}.`);
  return JSON.stringify(text);
}
