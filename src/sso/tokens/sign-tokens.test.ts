import { expect, test } from 'vitest';
import { sessionIdOf } from './sign-tokens.ts';

test('sso: a session id is read only from a jti of the form that the provider issues', () => {
  const id = '019ca8b2-05a8-7e02-a1c4-93d7e0b15f20';
  expect(sessionIdOf(`${id}.abc`)).toBe(id);
  for (const jti of ['', id, `${id}-abc`, `x${id}.abc`, id.toUpperCase() + '.abc'])
    expect(sessionIdOf(jti)).toBeUndefined();
});
