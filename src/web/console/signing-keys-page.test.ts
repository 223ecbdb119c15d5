import { expect, test } from 'vitest';
import { signingKeyState } from './signing-keys-page.tsx';

test.each([
  [{ from: 100 }, 'signs', true],
  [{ from: 100, until: 300 }, 'signs', true],
  [{ from: 100, until: 200 }, 'signed', true],
  [{ from: 201 }, 'signs next', true],
  [{ from: 100, revoked: { revoked_at: 150 } }, 'revoked', false],
  [{ from: 100, until: 150, revoked: { revoked_at: 160 } }, 'revoked', false],
])('console: at second 200 the signing key %j %s, and can be revoked: %s', (key, text, revocable) => {
  expect(signingKeyState(key, 200)).toMatchObject({ text, revocable });
});
