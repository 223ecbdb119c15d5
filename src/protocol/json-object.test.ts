import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { hasRepeatedMember, isJsonObject, parseJsonObject } from './json-object.ts';

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
