import { expect, test } from 'vitest';
import { lackingScope, platformScopesOf, scopeToRequest, unlimitedScope } from './token-scope.ts';

test.each<[unknown, readonly string[], string | undefined]>([
  ['openid', ['forum:write'], undefined],
  ['openid', [unlimitedScope], undefined],
  [undefined, ['forum:write'], undefined],
  ['openid profile', ['forum:write'], undefined],
  ['openid forum:write', ['forum:write'], undefined],
  ['forum:write', ['forum:write'], undefined],
  ['openid forum:write', [], undefined],
  ['openid forum:write', ['forum:vote'], 'forum:vote'],
  ['openid forum:vote', ['forum:write'], 'forum:write'],
  ['openid payments forum:write', [unlimitedScope], unlimitedScope],
  ['openid forum:writer', ['forum:write'], undefined],
  ['openid approval', ['forum:write'], 'forum:write'],
  ['openid approval', [unlimitedScope], unlimitedScope],
  ['openid approvals', [unlimitedScope], undefined],
])('token scope: %j called where %j is required lacks %s', (scope, required, lacking) => {
  expect(lackingScope(scope, required)).toBe(lacking);
});

test('token scope: platform scopes are listed once each, and others are not', () => {
  expect(platformScopesOf('openid forum:vote forum:vote payments email')).toEqual(['forum:vote', 'payments']);
});

test.each([
  [undefined, 'openid'],
  [[unlimitedScope], 'openid'],
  [['forum:write'], 'openid forum:write'],
])('token scope: a client that needs %j asks for %s', (required, scope) => {
  expect(scopeToRequest(required)).toBe(scope);
});
