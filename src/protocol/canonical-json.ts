/** The value has no canonical JSON. The message names the place. */
export class CanonicalJsonError extends Error {
  readonly code = 'not_canonicalizable';

  constructor(message: string) {
    super(message);
    this.name = 'CanonicalJsonError';
  }
}

/** Deepest nesting of arrays and objects that is written. */
const maxDepth = 256;

/**
 * The canonical JSON text of a value (RFC 8785): members sorted by UTF-16 code units, numbers and
 * texts as ECMAScript writes them (§3.2.2), no white space. Its UTF-8 is what gets hashed or signed.
 *
 * @throws CanonicalJsonError naming the place, for what RFC 8785 cannot write: undefined, functions, NaN,
 *   infinities, lone surrogates, objects other than plain ones and arrays; or nesting beyond 256.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 0);
}

function write(value: unknown, place: string, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value, place);
  if (typeof value === 'string') return writeText(value, place);
  if (typeof value !== 'object')
    throw new CanonicalJsonError(`Canonical JSON has no ${typeof value}, found at ${place}.`);
  if (depth === maxDepth)
    throw new CanonicalJsonError(`Canonical JSON is nested deeper than ${maxDepth} levels at ${place}.`);
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item: unknown, index) => write(item, `${place}[${index}]`, depth + 1)).join(',')}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new CanonicalJsonError(`Canonical JSON has plain objects and arrays only, found another object at ${place}.`);
  }
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members
    .map(([name, member]: readonly [string, unknown]) => {
      const inner = `${place}.${name}`;
      return `${writeText(name, inner)}:${write(member, inner, depth + 1)}`;
    })
    .join(',')}}`;
}

function writeNumber(value: number, place: string): string {
  if (!Number.isFinite(value)) throw new CanonicalJsonError(`Canonical JSON has no ${value}, found at ${place}.`);
  return JSON.stringify(value);
}

function writeText(text: string, place: string): string {
  if (!text.isWellFormed())
    throw new CanonicalJsonError(`Canonical JSON has no lone surrogate, found at ${place.toWellFormed()}.`);
  return JSON.stringify(text);
}
