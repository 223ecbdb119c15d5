import { expect, test } from 'vitest';
import { checkComparison, type Comparison, type PickedCode } from './comparison.ts';

const code = 'KTR-WDQ';
const right = { comparisonCode: code };
const wrong = { comparisonCode: 'BHN-PQX' };
const none = {};
const without = { withoutComparison: true } as const;

test.each<[Comparison, 'browser' | 'device', string, PickedCode, boolean | 'comparison_required']>([
  ['none', 'browser', 'no code', none, true],
  ['optional', 'browser', 'the right code', right, true],
  ['optional', 'browser', 'a wrong code', wrong, false],
  ['optional', 'browser', 'no code', none, 'comparison_required'],
  ['optional', 'browser', 'no code, confirmed', without, true],
  ['optional', 'device', 'no code', none, true],
  ['optional', 'device', 'a wrong code', wrong, false],
  ['required', 'browser', 'the right code', right, true],
  ['required', 'browser', 'no code, confirmed', without, 'comparison_required'],
  ['required', 'browser', 'a wrong code, confirmed', { ...wrong, ...without }, false],
  ['required', 'device', 'no code', none, 'comparison_required'],
  ['required', 'device', 'the right code', right, true],
])('RFC 10027: comparison %s, a %s with %s', (comparison, kind, _what, picked, expected) => {
  const check = () => checkComparison(comparison, { kind }, picked, code);
  if (expected === 'comparison_required') expect(check).toThrow(expect.objectContaining({ code: expected }));
  else expect(check()).toBe(expected);
});
