import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRecoverySecrets } from './recovery-secrets.ts';

const codes = createRecoverySecrets({ key: new Uint8Array(32).fill(1), randomBytes });

test('sso recovery codes: ten different codes of four groups are generated', () => {
  const generated = codes.generate();
  expect(new Set(generated).size).toBe(10);
  for (const code of generated) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('sso recovery codes: every letter of the alphabet occurs', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  let at = 0;
  const inOrder = createRecoverySecrets({
    key: new Uint8Array(32),
    randomBytes: (length) => bytes.slice(at, (at += length)),
  });
  expect(new Set(inOrder.generate().join('').replaceAll('-', '')).size).toBe(32);
});

test.each(['7kq2-m9xd-4htb-w3np', '7KQ2M9XD4HTBW3NP', ' 7KQ2 M9XD 4HTB W3NP '])(
  'sso recovery codes: %j is read as 7KQ2-M9XD-4HTB-W3NP',
  (typed) => {
    expect(codes.hashOf(typed)).toBe(codes.hashOf('7KQ2-M9XD-4HTB-W3NP'));
  },
);

test('sso recovery codes: O, I and L are read as the digits that they resemble', () => {
  expect(codes.hashOf('OIL0-0000-0000-0000')).toBe(codes.hashOf('0110-0000-0000-0000'));
});

test('sso recovery codes: the hash depends on the key', () => {
  const others = createRecoverySecrets({ key: new Uint8Array(32).fill(2), randomBytes });
  expect(others.hashOf('7KQ2-M9XD-4HTB-W3NP')).not.toBe(codes.hashOf('7KQ2-M9XD-4HTB-W3NP'));
});
