import { expect, test } from 'vitest';
import { dpopHeader } from './dpop-header.ts';

test('RFC 9449 §4.3: the DPoP header is found in any case', () => {
  expect(
    dpopHeader([
      ['Host', 'a'],
      ['dPoP', 'proof'],
    ]),
  ).toBe('proof');
});

test('RFC 9449 §4.3: without a DPoP header there is no proof', () => {
  expect(
    dpopHeader([
      ['Host', 'a'],
      ['X-DPoP', 'proof'],
    ]),
  ).toBeUndefined();
});

test('RFC 9449 §4.3: a second DPoP header is rejected, even with the same proof', () => {
  for (const second of ['other', 'proof', '']) {
    expect(() =>
      dpopHeader([
        ['DPoP', 'proof'],
        ['dpop', second],
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'malformed_proof',
        message: 'The request has 2 DPoP headers: send exactly one.',
      }),
    );
  }
});
