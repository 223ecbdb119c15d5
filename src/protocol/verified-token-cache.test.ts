import { expect, test } from 'vitest';
import { createVerifiedTokenCache } from './verified-token-cache.ts';

const token = (exp: number) => ({ claims: {}, kid: 'k1', key: { kty: 'RSA' }, exp });

test('verified token cache: a token is kept until it expires', () => {
  const cache = createVerifiedTokenCache();
  cache.set('a', token(100));
  expect(cache.get('a', 99)).toEqual(token(100));
  expect(cache.get('a', 100)).toBeUndefined();
  // The entry is deleted: it does not reappear when the clock goes back.
  expect(cache.get('a', 99)).toBeUndefined();
});

test('verified token cache: the cache is bounded and evicts the least recently used token', () => {
  const cache = createVerifiedTokenCache(2);
  cache.set('a', token(100));
  cache.set('b', token(100));
  cache.get('a', 1);
  cache.set('c', token(100));
  expect(['a', 'b', 'c'].filter((digest) => cache.get(digest, 1) !== undefined)).toEqual(['a', 'c']);
});
