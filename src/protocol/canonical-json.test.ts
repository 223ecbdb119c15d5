import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CanonicalJsonError, canonicalJson } from './canonical-json.ts';
import { encodeHex, utf8 } from './bytes.ts';
import { hasRepeatedMember, isJsonObject, parseJsonObject } from './json-object.ts';

test('RFC 8785 §3.2.2, §3.2.4: the example serializes to the published UTF-8', () => {
  const value: unknown = JSON.parse(
    String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`,
  );
  expect(encodeHex(utf8(canonicalJson(value)))).toBe(
    [
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e',
      '756d62657273223a5b3333333333333333332e333333333333332c31652b3330',
      '2c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac24',
      '5c75303030665c6e4127425c225c5c5c5c5c222f227d',
    ].join(''),
  );
});

test('RFC 8785 §3.2.3: members are sorted by UTF-16 code units', () => {
  const value: unknown = JSON.parse(
    String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`,
  );
  const sorted: unknown = JSON.parse(canonicalJson(value).replace('"1":', '"01":'));
  expect(Object.values(sorted ?? {})).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

test.each([
  [
    'structures',
    '{"1":{"f":{"f":"hi","F":5},"\\n":56.0},"10":{},"":"empty","a":{},"111":[{}],"A":{}}',
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}',
  ],
  ['arrays', '[56,{"d":true,"10":null,"1":[]}]', '[56,{"1":[],"10":null,"d":true}]'],
  [
    'weird',
    String.raw`{"\u20ac":"Euro Sign","1":"One","\u0080":"Control\u007f","\ud83d\ude02":"Smiley","\u00f6":"O","\ufb33":"Dalet","</script>":"Browser Challenge"}`,
    '{"1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","\u00f6":"O","\u20ac":"Euro Sign","\u{1f602}":"Smiley","\ufb33":"Dalet"}',
  ],
])('RFC 8785 reference test data: %s', (_, input, output) => {
  expect(canonicalJson(JSON.parse(input))).toBe(output);
});

test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('RFC 8785 appendix B: the number with bits %s serializes as %s', (bits, text) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  expect(canonicalJson(view.getFloat64(0))).toBe(text);
});

test.each([
  ['NaN', { a: [Number.NaN] }, '$.a[0]'],
  ['an infinity', { a: Number.POSITIVE_INFINITY }, '$.a'],
  ['a lone surrogate', { a: { b: '\ud800' } }, '$.a.b'],
  ['a lone surrogate in a name', { '\udead': 1 }, '$'],
  ['undefined', { a: undefined }, '$.a'],
  ['undefined in an array', Array.from({ length: 1 }), '$[0]'],
  ['a function', { a: () => 1 }, '$.a'],
  ['a bigint', 1n, '$'],
  ['a symbol', Symbol('a'), '$'],
  ['a date', { at: new Date(0) }, '$.at'],
  ['a map', new Map(), '$'],
])('RFC 8785 §3.1: %s is rejected with its location', (_, value, location) => {
  expect(() => canonicalJson(value)).toThrow(CanonicalJsonError);
  expect(() => canonicalJson(value)).toThrow(location);
});

test('canonical JSON: nesting beyond 256 levels is rejected', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(canonicalJson(nested(256))).toBe('['.repeat(256) + ']'.repeat(256));
  expect(() => canonicalJson(nested(257))).toThrow(/nested deeper than 256/);
  expect(() => canonicalJson(JSON.parse('{"a":'.repeat(257) + '1' + '}'.repeat(257)))).toThrow(
    /nested deeper than 256/,
  );
  expect(() => canonicalJson(nested(100_000))).toThrow(CanonicalJsonError);
});

test('RFC 8785: the text parses back to the value for any member order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = canonicalJson(value);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(json))).toBe(json);
      expect(canonicalJson(reversed(value))).toBe(json);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const turned: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value).reverse()) turned[name] = reversed(member);
  return turned;
}

test.each([
  ['at the top', '{"alg":"EdDSA","alg":"none"}'],
  ['with equal values', '{"a":1,"a":1}'],
  ['spelled with an escape', String.raw`{"alg":"EdDSA","\u0061lg":"none"}`],
  ['in an inner object', '{"jwk":{"x":"a","x":"b"}}'],
  ['in an object of an array', '{"a":[1,{"b":1,"b":2}]}'],
  ['hidden behind an object that is dropped', '{"a":{"b":1,"c":2},"a":3}'],
  ['of __proto__', '{"__proto__":1,"__proto__":2}'],
])('RFC 7515 §4: the repeated member name %s is rejected', (_, json) => {
  expect(parseJsonObject(utf8(json))).toBeUndefined();
});

test.each([
  ['an array', '[]'],
  ['null', 'null'],
  ['a text', '"a"'],
  ['a number', '1'],
  ['nothing', ''],
  ['a byte order mark', '\u{feff}{}'],
  ['a trailing comma', '{"a":1,}'],
  ['two objects', '{}{}'],
  ['a comment', '{/**/}'],
])('RFC 7515 §4: %s is rejected as no JSON object', (_, json) => {
  expect(parseJsonObject(utf8(json))).toBeUndefined();
});

test.each(['null', '"ab"', '"a:b"', '1', 'true'])('RFC 8259 §4: the JSON value %s repeats no member name', (json) => {
  expect(hasRepeatedMember(JSON.parse(json), json)).toBe(false);
});

test('RFC 7515 §5.2: bytes that are not UTF-8 are rejected', () => {
  expect(parseJsonObject(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
});

test('JSON object: colons and quotes inside strings are not counted as members', () => {
  const value = { ':': ':":{"a":1,"a":2}', b: ['\\', '\\":', { '"': ':' }], 'c\\"': '\u2028:' };
  expect(parseJsonObject(utf8(JSON.stringify(value)))).toEqual(value);
});

test('JSON object: every object is parsed as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
      const json = JSON.stringify(value, undefined, indent);
      expect(parseJsonObject(utf8(json))).toEqual(JSON.parse(json));
    }),
  );
});

test('JSON object: deep nesting and long strings exhaust neither stack nor time', () => {
  const deep = `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`;
  expect(isJsonObject(parseJsonObject(utf8(deep)))).toBe(true);
  const long = JSON.stringify({ a: '\\"'.repeat(100_000) });
  expect(isJsonObject(parseJsonObject(utf8(long)))).toBe(true);
});

test('JSON object: any bytes yield an object or undefined', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const value = parseJsonObject(bytes);
      expect(value === undefined || isJsonObject(value)).toBe(true);
    }),
  );
});
