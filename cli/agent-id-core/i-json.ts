export class IJsonError extends Error {}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:]/g;

/** Code points that I-JSON excludes (RFC 7493 §2.1). */
const noncharacter = /\p{Noncharacter_Code_Point}/u;

/** Significant digits and decimal exponent of a JSON number, so that equal values have equal texts. */
function normalDecimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${scale}`;
}

function checkNumber(text: string): void {
  const value = Number(text);
  if (Number.isFinite(value) && normalDecimal(String(value)) === normalDecimal(text)) return;
  throw new IJsonError(`the number ${text.slice(0, 40)} does not fit a double; write it as a string`);
}

function checkString(literal: string): string {
  const text = JSON.parse(literal) as string;
  if (!text.isWellFormed()) throw new IJsonError('a string contains a lone surrogate');
  if (noncharacter.test(text)) throw new IJsonError('a string contains a Unicode noncharacter');
  return text;
}

/**
 * Parses I-JSON (RFC 7493): no duplicate members, no numbers that a double changes, no lone surrogates and no
 * noncharacters.
 * @throws IJsonError
 */
export function parseIJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new IJsonError(error instanceof Error ? error.message : String(error));
  }
  /** Member names of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = [];
  let last: string | undefined;
  for (const [word] of text.matchAll(token)) {
    if (word === '{' || word === '[') open.push(word === '{' ? new Set() : undefined);
    else if (word === '}' || word === ']') open.pop();
    else if (word === ':') {
      const names = open.at(-1);
      if (names?.has(last ?? '')) throw new IJsonError(`the member ${JSON.stringify(last)} occurs twice`);
      names?.add(last ?? '');
    } else if (word.startsWith('"')) last = checkString(word);
    else checkNumber(word);
  }
  return value;
}
